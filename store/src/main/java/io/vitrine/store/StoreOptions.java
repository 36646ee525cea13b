package io.vitrine.store;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a process has a store open. Immutable.
 *
 * @param retainBytes how much of the change log is kept at the least, in bytes; the rest of the
 *     file that holds the oldest of it is kept, too
 * @param retainAge changes that are older may go although the log is within its bytes; null: none
 * @param durability what has become of a change when the call that made it returns
 * @param checkpointBytes in a store that is to survive a loss of power: how much log there is
 *     before it is summed up in a checkpoint, at the least; more where the last checkpoint was
 *     larger
 * @param logsFromStart whether the change log tells of every change from now on, also if nobody has
 *     read it yet; a store that is to survive a loss of power does so in any case
 */
public record StoreOptions(
    long retainBytes,
    @Nullable Duration retainAge,
    Durability durability,
    long checkpointBytes,
    boolean logsFromStart) {
  /** A gibibyte of changes. */
  public static final long DEFAULT_RETAIN_BYTES = 1L << 30;

  /** 64 mebibytes of changes. */
  public static final long DEFAULT_CHECKPOINT_BYTES = 64L << 20;

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if a number of bytes or the age is negative
   */
  public StoreOptions {
    if (retainBytes < 0) {
      throw new IllegalArgumentException("retainBytes is " + retainBytes + ", expected 0 or more");
    }
    if (retainAge != null && retainAge.isNegative()) {
      throw new IllegalArgumentException("retainAge is " + retainAge + ", expected 0 or more");
    }
    if (checkpointBytes < 0) {
      throw new IllegalArgumentException(
          "checkpointBytes is " + checkpointBytes + ", expected 0 or more");
    }
  }

  /**
   * Options with defaults for everything else.
   *
   * @param retainBytes how much of the change log is kept at the least, in bytes
   * @throws IllegalArgumentException if the number of bytes is negative
   */
  public StoreOptions(long retainBytes) {
    this(retainBytes, null, Durability.PROCESS, DEFAULT_CHECKPOINT_BYTES, false);
  }

  /**
   * The defaults.
   *
   * @return options that keep a gibibyte of changes and survive the death of every process
   */
  public static StoreOptions defaults() {
    return new StoreOptions(DEFAULT_RETAIN_BYTES);
  }

  /**
   * The same with another limit on the age of changes in the log. Files of the log go as a whole,
   * when everything in them is older; the newest two stay.
   *
   * @param age changes that are older may go
   * @return new options
   * @throws IllegalArgumentException if the age is negative
   */
  public StoreOptions withRetainAge(Duration age) {
    return new StoreOptions(retainBytes, age, durability, checkpointBytes, logsFromStart);
  }

  /**
   * The same with another durability.
   *
   * @param other what has become of a change when the call returns
   * @return new options
   * @throws NullPointerException if it is null
   */
  public StoreOptions withDurability(Durability other) {
    Objects.requireNonNull(other, "durability");
    return new StoreOptions(retainBytes, retainAge, other, checkpointBytes, logsFromStart);
  }

  /**
   * The same with another distance between checkpoints.
   *
   * @param bytes how much log there is before a checkpoint, at the least
   * @return new options
   * @throws IllegalArgumentException if the number of bytes is negative
   */
  public StoreOptions withCheckpointBytes(long bytes) {
    return new StoreOptions(retainBytes, retainAge, durability, bytes, logsFromStart);
  }

  /**
   * The same with a change log that tells of every change from now on. Otherwise it begins when
   * somebody first asks for it: by a {@link Store#tailer tailer}, a subscription, a {@link
   * StoreMap#snapshot snapshot}, a {@link Store#revision revision}, an {@link Store#atomically
   * atomic group}, a message, a list, a copy, a compaction or a server. Until then changes cost
   * less, and whoever comes later cannot read what was changed before. Once the log has begun it
   * goes on for good.
   *
   * @return new options
   */
  public StoreOptions withLogFromStart() {
    return new StoreOptions(retainBytes, retainAge, durability, checkpointBytes, true);
  }
}
