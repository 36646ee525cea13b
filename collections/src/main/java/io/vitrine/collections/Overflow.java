package io.vitrine.collections;

/** What a subscription does when its subscriber is slower than the changes. */
public enum Overflow {
  /** Every change is kept in the log and told late; beyond the log's retention comes a resync. */
  EVERY,
  /** Changes of the same key are joined: first old value, last new value. */
  LATEST,
  /** The subscription ends. */
  DISCONNECT
}
