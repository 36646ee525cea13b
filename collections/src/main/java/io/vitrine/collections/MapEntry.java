package io.vitrine.collections;

/**
 * A key and its value, as filters and mappings of a map see them. Immutable.
 *
 * @param key the key
 * @param value its value
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public record MapEntry<K, V>(K key, V value) {}
