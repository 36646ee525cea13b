/** The torture of subscriptions, and the validators of what subscribers are promised. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.subscribe;
