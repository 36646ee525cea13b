package io.vitrine.store;

/**
 * Marks a class of threads that must not wait for anybody, as the event loops of a server: a {@link
 * Thread} that implements it.
 *
 * <p>On such a thread a call that reads or changes one entry of a {@link StoreMap} ends with a
 * {@link WouldWaitException} where it would have to wait: for a lock that somebody has for longer
 * than a moment, for room that has to be taken from the file first, or for the disk, as each change
 * does with {@link Durability#SYNC}. It has changed nothing then, and can be made on another
 * thread. Calls that change several entries are not for such threads: they may end so in the midst.
 */
public interface NeverWaits {}
