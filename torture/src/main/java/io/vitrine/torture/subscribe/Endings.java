package io.vitrine.torture.subscribe;

import io.vitrine.collections.Overflow;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.subscribe.Line.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validator of what becomes of the slow: how the lives of one subscriber end. For one thread.
 *
 * <p>Only who has chosen to be disconnected is told that it was too slow: soon after the log has
 * left its place behind, and in place of a resync. Whatever the reason, the end is told once, and
 * nothing comes behind it. That what came before has no gap is up to {@link Judge} and {@link
 * ListJudge}.
 */
final class Endings {
  /**
   * How often it may be noted, once a second at most, that who is behind was not told of the end. A
   * count of notes and no time: where the machine is so busy that nobody is told, nothing is noted.
   */
  static final int NOTES = 20;

  /** The same from far, where a connection may be down for a while. */
  static final int NOTES_FAR = 40;

  /** How a subscription ends for who is too slow. */
  private static final String TOO_SLOW = "Too_slow";

  private final Role role;
  private boolean over;

  /** Whether nothing was told in this life yet. */
  private boolean begins;

  private int notes;
  private int slowEnds;

  private Endings(Role role) {
    this.role = role;
  }

  /** Judges a whole tape; answers how often its subscriber was disconnected for being slow. */
  static int judge(Role role, List<Line> tape) {
    var endings = new Endings(role);
    for (int i = 0; i < tape.size(); i++) {
      String broken = endings.take(tape.get(i));
      if (broken != null) {
        TortureFailure failure = Promise.CHOICE.broken(broken);
        throw new TortureFailure(
            role.file() + ", line " + (i + 1) + ", " + tape.get(i) + ": " + failure.getMessage(),
            failure);
      }
    }
    return endings.slowEnds;
  }

  /** Whether an end is the one of who is too slow. */
  static boolean isOfSlow(Line line) {
    return line.kind() == Kind.END && line.text().replace(' ', '_').startsWith(TOO_SLOW);
  }

  /** What is wrong with a line, null for nothing. */
  private @Nullable String take(Line line) {
    return switch (line.kind()) {
      case LIFE -> {
        over = false;
        begins = true;
        notes = 0;
        yield null;
      }
      case REQUEST, FILTER -> null; // made on another thread, at any time
      case BEHIND -> behind();
      case AFTER_END -> "it came after the end";
      default -> call(line);
    };
  }

  private @Nullable String call(Line line) {
    if (over) {
      return "it came after the end";
    }
    boolean first = begins;
    begins = false;
    notes = 0;
    return switch (line.kind()) {
      case END, ERROR -> end(line);
      // A client of a server resumes by itself, as a new life does.
      case RESYNC ->
          role.overflow() == Overflow.DISCONNECT && !first && !role.isFar()
              ? "it has chosen to be disconnected"
              : null;
      default -> null;
    };
  }

  private @Nullable String end(Line line) {
    over = true;
    if (!isOfSlow(line)) {
      return null;
    }
    slowEnds++;
    return role.overflow() == Overflow.DISCONNECT ? null : "it has not chosen to be disconnected";
  }

  private @Nullable String behind() {
    if (over) {
      return null; // the end was told while this was noted
    }
    notes++;
    return notes > (role.isFar() ? NOTES_FAR : NOTES)
        ? "it was not told the end, though this was noted " + notes + " times"
        : null;
  }
}
