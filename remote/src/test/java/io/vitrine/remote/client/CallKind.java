package io.vitrine.remote.client;

/** How a method of a collection works from far. */
enum CallKind {
  REQUEST("request–response"),
  PROXY("request–proxy"),
  VISITOR("request–visitor"),
  ASYNC("asynchronous"),
  WALK("walk"),
  CALLER("at the caller");

  private final String text;

  CallKind(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Whether a call may cost so many requests, and so many a page. */
  boolean allows(int fixed, int aPage) {
    return switch (this) {
      case REQUEST, PROXY, VISITOR, ASYNC -> fixed <= 1 && aPage == 0;
      case WALK -> fixed == 0 && aPage <= 1;
      case CALLER -> aPage == 0 ? fixed <= 2 : fixed <= 1 && aPage == 1;
    };
  }
}
