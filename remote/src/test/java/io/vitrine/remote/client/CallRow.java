package io.vitrine.remote.client;

import java.util.function.Consumer;

/**
 * One way to call a method.
 *
 * @param method the method with the types of its parameters, as {@link CallTable} writes it
 * @param variant what is special, empty for nothing
 * @param kind how it works
 * @param call calls it
 * @param <S> what it is called on
 */
record CallRow<S>(String method, String variant, CallKind kind, Consumer<S> call) {
  CallRow(String method, CallKind kind, Consumer<S> call) {
    this(method, "", kind, call);
  }

  String title() {
    return "`" + method + "`" + (variant.isEmpty() ? "" : " " + variant);
  }
}
