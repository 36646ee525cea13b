package io.vitrine.collections;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record whose only component, a list, stands in the data model without its name: {@code
 * !And [x, y]} rather than {@code !And {filters: [x, y]}}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface BareContent {}
