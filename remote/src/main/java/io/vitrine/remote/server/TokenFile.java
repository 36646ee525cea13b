package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vitrine.remote.wire.WireException;
import io.vitrine.remote.wire.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what, from a file that people write. Safe for any number of threads.
 *
 * <pre>
 * ada:
 *   token: sha256:5f1c...:9a0e...          # or a list of them
 *   may:
 *     /maps/prices*: [read, subscribe]     # every path that begins so
 *     /maps/orders: all
 * board:
 *   certificate: CN=board,O=Example        # or a list of them
 *   may: {"*": [read, subscribe]}
 * </pre>
 *
 * <p>The file holds salted hashes (SHA-256) of tokens and no tokens; that is enough for what {@link
 * #newToken} makes, which nobody can guess, and not for words that people think of. Where the file
 * changes what is new in it counts, also for those who are connected; one that cannot be read
 * changes nothing.
 */
public final class TokenFile implements Authenticator, Authorizer, AutoCloseable {
  private static final int TOKEN_BYTES = 32;
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path file;
  private volatile Principals principals;
  private volatile boolean closed;

  /** What the file was like when it was read, and at the last look. */
  private Object state;

  private volatile Object seen;

  /** What is wrong with the file and was told. For the thread that looks. */
  private String told = "";

  private @Nullable Thread watching;

  private TokenFile(Path file, Principals principals, Object state) {
    this.file = file;
    this.principals = principals;
    this.state = state;
    this.seen = state;
  }

  /**
   * Reads a file.
   *
   * @param file where it is
   * @return what it says
   * @throws IOException if it cannot be read or says what cannot be
   */
  public static TokenFile open(Path file) throws IOException {
    Object state = state(file);
    return new TokenFile(file, read(file), state);
  }

  private static Principals read(Path file) throws IOException {
    try {
      Object root = YamlReader.read(Files.readString(file));
      return Principals.of(root == null ? Map.of() : root);
    } catch (WireException | IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /** What is another one when the file has changed. */
  private static Object state(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
  }

  /**
   * Reads the file again if it has changed, as it is now: for whoever has written it. Where others
   * write it, {@link #watch} does not read it half way.
   *
   * @return whether it was read
   * @throws IOException if it cannot be read or says what cannot be; then what it said before stays
   */
  public synchronized boolean refresh() throws IOException {
    seen = state(file);
    return readAgain();
  }

  /**
   * The same, but not if the file has changed just now: somebody may still be writing, and a file
   * that was emptied to be written anew says that there is nobody.
   */
  synchronized boolean refreshWhenStill() throws IOException {
    Object before = seen;
    seen = state(file);
    return seen.equals(before) && readAgain();
  }

  /** Reads the file if it is not as it was when it was read, and not if it changes meanwhile. */
  private boolean readAgain() throws IOException {
    Object now = seen;
    if (now.equals(state)) {
      return false;
    }
    Principals read = read(file);
    if (!now.equals(state(file))) {
      return false;
    }
    principals = read;
    state = now;
    return true;
  }

  /**
   * Looks every second whether the file has changed, until this is closed. What has changed counts
   * when it has stayed so until the next look.
   *
   * @param problems told what is wrong with it, once for each change
   */
  public synchronized void watch(Consumer<? super IOException> problems) {
    if (watching == null) {
      watching = Thread.ofPlatform().daemon().name("vitrine-tokens").start(() -> look(problems));
    }
  }

  private void look(Consumer<? super IOException> problems) {
    while (!closed) {
      LockSupport.parkNanos(LOOK_NANOS);
      boolean _ = Thread.interrupted(); // with the flag set, it would not park
      try {
        if (refreshWhenStill()) {
          told = "";
        }
      } catch (Throwable e) {
        // A lack of memory passes; who looks no more would not see who has lost his rights.
        tell(problems, e);
      }
    }
  }

  /** Tells what is wrong with the file as it is, unless that was told already. */
  private void tell(Consumer<? super IOException> problems, Throwable failure) {
    try {
      String problem = seen + ": " + failure;
      if (!problem.equals(told)) {
        told = problem;
        problems.accept(
            failure instanceof IOException e ? e : new IOException(file + ": " + failure, failure));
      }
    } catch (Throwable _) {
      // There is no memory to say so either, or nobody hears.
    }
  }

  @Override
  public @Nullable String principalOf(@Nullable String token) {
    return principalOf(token, null);
  }

  @Override
  public @Nullable String principalOf(@Nullable String token, @Nullable X500Principal certificate) {
    if (token != null) {
      return principals.ofToken(token);
    }
    return certificate == null ? null : principals.ofCertificate(certificate);
  }

  @Override
  public boolean authorize(@Nullable String principal, String path, Verb verb) {
    return principal != null && principals.permits(principal, path, verb);
  }

  /**
   * Makes a token that nobody can guess.
   *
   * @return 256 random bits as text
   */
  public static String newToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * What stands in the file for a token.
   *
   * @param token the token
   * @return its salted hash, another one each time
   */
  public static String hashOf(String token) {
    return TokenHash.of(token.getBytes(UTF_8)).toString();
  }

  /** Looks at the file no more. */
  @Override
  public synchronized void close() {
    closed = true;
    if (watching != null) {
      LockSupport.unpark(watching);
    }
  }
}
