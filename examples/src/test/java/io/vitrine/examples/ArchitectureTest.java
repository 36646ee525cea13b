package io.vitrine.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.ObjectInputStream;
import java.lang.invoke.MethodHandles;
import java.util.ServiceLoader;

/** Holds the modules and their packages to the directions of docs/architecture.md. */
@AnalyzeClasses(
    packages = "io.vitrine",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.WithoutTestsByJcstress.class
    })
class ArchitectureTest {
  /** Leaves out what lies in the store's package to test it, and is no part of the store. */
  static final class WithoutTestsByJcstress implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/jcstress/target/") && !location.contains("vitrine-jcstress");
    }
  }

  @ArchTest
  static final ArchRule MODULES_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("hashing")
          .definedBy("io.vitrine.hashing..")
          .layer("store")
          .definedBy("io.vitrine.store..")
          .layer("collections")
          .definedBy("io.vitrine.collections..")
          .layer("remote")
          .definedBy("io.vitrine.remote..")
          .layer("programs")
          .definedBy("io.vitrine.examples..", "io.vitrine.bench..", "io.vitrine.torture..")
          .whereLayer("programs")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("remote")
          .mayOnlyBeAccessedByLayers("programs")
          .whereLayer("collections")
          .mayOnlyBeAccessedByLayers("remote", "programs")
          .whereLayer("store")
          .mayOnlyBeAccessedByLayers("collections", "remote", "programs");

  @ArchTest
  static final ArchRule PACKAGES_OF_REMOTE_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("wire")
          .definedBy("io.vitrine.remote.wire..")
          .layer("server")
          .definedBy("io.vitrine.remote.server..")
          .layer("client")
          .definedBy("io.vitrine.remote.client..")
          .layer("lines")
          .definedBy("io.vitrine.remote.lines..")
          .layer("cli")
          .definedBy("io.vitrine.remote.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("lines")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("server")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("client")
          .mayOnlyBeAccessedByLayers("cli");

  @ArchTest
  static final ArchRule NO_PACKAGES_DEPEND_ON_EACH_OTHER =
      slices().matching("io.vitrine.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule THE_CORE_NEEDS_ONLY_THE_JDK =
      classes()
          .that()
          .resideInAnyPackage("io.vitrine.hashing..", "io.vitrine.store..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "jdk.jfr..",
              "org.jspecify..",
              "io.vitrine.hashing..",
              "io.vitrine.store..");

  @ArchTest
  static final ArchRule COLLECTIONS_NEED_EXPRESSIONS_BESIDES =
      classes()
          .that()
          .resideInAPackage("io.vitrine.collections..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify..",
              "com.google.re2j..",
              "io.vitrine.hashing..",
              "io.vitrine.store..",
              "io.vitrine.collections..");

  @ArchTest
  static final ArchRule NOTHING_NEEDS_A_FLAG =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("sun..", "jdk.internal..", "com.sun..")
          .because("Vitrine runs on an unchanged command line, without warnings");

  @ArchTest
  static final ArchRule NOTHING_IS_BOUND_TO_A_THREAD =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocal.class)
          .because("it would leak or break with virtual threads");

  private static final String[] WHERE_FILES_ARE_READ = {
    "io.vitrine.hashing..", "io.vitrine.store..", "io.vitrine.collections..", "io.vitrine.remote.."
  };

  @ArchTest
  static final ArchRule NO_CLASS_IS_LOADED_BY_NAME =
      noClasses()
          .that()
          .resideInAnyPackage(WHERE_FILES_ARE_READ)
          .should()
          .callMethod(Class.class, "forName", String.class)
          .orShould()
          .callMethod(Class.class, "forName", String.class, boolean.class, ClassLoader.class)
          .orShould()
          .callMethod(Class.class, "forName", Module.class, String.class)
          .orShould()
          .callMethod(ClassLoader.class, "loadClass", String.class)
          .orShould()
          .callMethod(MethodHandles.Lookup.class, "findClass", String.class)
          .orShould()
          .callMethod(MethodHandles.Lookup.class, "defineClass", byte[].class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ObjectInputStream.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ClassLoader.class)
          .because("a file, or who is at the other end of a connection, may name any class");

  @ArchTest
  static final ArchRule SERVICES_ARE_LOOKED_UP_IN_FEW_PLACES =
      noClasses()
          .that()
          .resideInAnyPackage(WHERE_FILES_ARE_READ)
          .and()
          .doNotHaveFullyQualifiedName("io.vitrine.collections.Connector")
          .and()
          .doNotHaveFullyQualifiedName("io.vitrine.remote.cli.Target")
          .and()
          .doNotHaveFullyQualifiedName("io.vitrine.remote.cli.Main")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ServiceLoader.class)
          .because("those that do ask for an interface of ours, which no file names");

  @ArchTest
  static final ArchRule ONLY_THE_COMMAND_LINE_ENDS_THE_PROCESS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.vitrine.remote.cli..")
          .and()
          .doNotHaveFullyQualifiedName("io.vitrine.examples.VitrineMain")
          .should()
          .callMethod(System.class, "exit", int.class)
          .because("a library or a part of a program does not decide on the process");
}
