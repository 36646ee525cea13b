package io.vitrine.examples.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A child's line to the demo that started it: facts go out, commands come in, each a line of a word
 * and what belongs to it. Safe for any number of threads.
 *
 * <p>The line is also the child's life: when the demo ends, in whatever way, its end of the line
 * closes and the child halts.
 */
final class Parent {
  private static final int EXIT_ORPHANED = 3;

  private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();

  private Parent() {}

  /** What a child does. */
  interface Role {
    /**
     * Does it; the process ends with the call.
     *
     * @param parent the line to the demo
     * @throws Exception what goes wrong; the process prints it and fails
     */
    void play(Parent parent) throws Exception;
  }

  /** Runs a child: the whole of its main method. */
  static void run(Role role) throws Exception {
    var parent = new Parent();
    Thread.ofPlatform().daemon().name("demo-parent").start(parent::listen);
    role.play(parent);
  }

  private void listen() {
    try (var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        commands.add(line);
      }
    } catch (IOException _) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(EXIT_ORPHANED);
  }

  /** Tells the demo a fact; a later one of the same word replaces it. */
  void tell(String word, Object fact) {
    System.out.println(word + " " + fact);
    System.out.flush();
  }

  /**
   * Waits for a command.
   *
   * @param word its first word
   * @return what came with it
   * @throws IllegalStateException if another command came
   */
  String await(String word) throws InterruptedException {
    String command = commands.take();
    if (!command.startsWith(word)) {
      throw new IllegalStateException("command is " + command + ", expected " + word);
    }
    return command.substring(word.length()).strip();
  }
}
