package io.vitrine.store;

import java.util.UUID;

/**
 * Names of files and folders that are not whole yet: the name that is to come, {@code .new-} and a
 * random UUID. Stateless; any thread.
 *
 * <p>Such a name ends with the UUID, and that of a collection's file with {@code .vtr}: so whatever
 * a collection is called, its file is never taken for an unfinished one.
 */
final class UnfinishedName {
  static final String MARK = ".new-";

  private static final String FORM = "xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx";

  private UnfinishedName() {}

  /** A name for what shall get another one when it is whole. */
  static String of(String name) {
    return name + MARK + UUID.randomUUID();
  }

  /** Whether this is the name of something that is not whole yet. */
  static boolean is(String name) {
    int mark = name.length() - FORM.length() - MARK.length();
    if (mark < 0 || !name.startsWith(MARK, mark)) {
      return false;
    }
    for (int i = 0; i < FORM.length(); i++) {
      char c = name.charAt(mark + MARK.length() + i);
      boolean fits =
          FORM.charAt(i) == 'x'
              ? (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
              : c == FORM.charAt(i);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /** Whether this is the name of something that is not whole yet and shall get a certain name. */
  static boolean isOf(String name, String whole) {
    return is(name)
        && name.startsWith(whole)
        && name.length() == whole.length() + MARK.length() + FORM.length();
  }
}
