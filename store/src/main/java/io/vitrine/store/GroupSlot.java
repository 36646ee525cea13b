package io.vitrine.store;

/**
 * A slot that an atomic group is going to use for an insertion. Immutable.
 *
 * @param mapId number of the map
 * @param offset where in its file
 */
record GroupSlot(int mapId, long offset) {}
