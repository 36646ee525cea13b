package io.vitrine.examples;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.vitrine", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule LAYERS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("hashing")
          .definedBy("io.vitrine.hashing..")
          .layer("store")
          .definedBy("io.vitrine.store..")
          .layer("collections")
          .definedBy("io.vitrine.collections..")
          .layer("remote")
          .definedBy("io.vitrine.remote..")
          .whereLayer("remote")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("store")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("hashing")
          .mayOnlyBeAccessedByLayers("store");
}
