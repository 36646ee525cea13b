package io.vitrine.remote.cli;

import io.vitrine.remote.server.TokenFile;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes a token and what the server keeps of it. */
@Command(
    name = "token",
    description = {
      "Make a token that nobody can guess, and the hash of it for the file of serve --tokens.",
      "The token is for the client (--token-file or VITRINE_TOKEN) and is shown only now."
    },
    mixinStandardHelpOptions = true)
final class TokenCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    String token = TokenFile.newToken();
    out.println("token: " + token);
    out.println("hash: " + TokenFile.hashOf(token));
    out.flush();
    return 0;
  }
}
