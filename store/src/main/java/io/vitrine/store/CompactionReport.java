package io.vitrine.store;

/**
 * What the compaction of a map did. Immutable.
 *
 * @param path of the map
 * @param entries how many entries it has, void ones included
 * @param bytesBefore what the map's file took on disk
 * @param bytesAfter what it takes now; the rest comes back as soon as every process that has the
 *     store open has used the map or {@linkplain Store#sweep swept}
 * @param pauseNanos how long no writer could change the map, at the most
 */
public record CompactionReport(
    String path, long entries, long bytesBefore, long bytesAfter, long pauseNanos) {}
