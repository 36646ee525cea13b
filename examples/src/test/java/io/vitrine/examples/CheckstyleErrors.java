package io.vitrine.examples;

import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects what Checkstyle finds, in the form of a compiler's message. For one thread. */
final class CheckstyleErrors implements AuditListener {
  private final List<String> messages = new ArrayList<>();

  List<String> messages() {
    return messages;
  }

  @Override
  public void addError(AuditEvent event) {
    String place = ProjectFiles.named(Path.of(event.getFileName())) + ":" + event.getLine();
    messages.add(place + ": error: " + event.getMessage());
  }

  @Override
  public void addException(AuditEvent event, Throwable failure) {
    throw new AssertionError("checkstyle failed on " + event.getFileName(), failure);
  }

  @Override
  public void auditStarted(AuditEvent event) {}

  @Override
  public void auditFinished(AuditEvent event) {}

  @Override
  public void fileStarted(AuditEvent event) {}

  @Override
  public void fileFinished(AuditEvent event) {}
}
