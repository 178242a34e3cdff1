# cmake --install: the library, its headers, and what find_package(attention_scale) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/attention_scale)
install(TARGETS attention_scale EXPORT attention_scale-targets)
install(EXPORT attention_scale-targets NAMESPACE attention_scale:: DESTINATION ${package})
install(DIRECTORY include/ ${PROJECT_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# Before 1.0 a minor version may change the calls.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/attention_scale-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/attention_scale-config.cmake ${CMAKE_CURRENT_LIST_DIR}/eigen.cmake
  ${PROJECT_BINARY_DIR}/attention_scale-config-version.cmake DESTINATION ${package})
