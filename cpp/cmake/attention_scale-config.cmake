include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
include(${CMAKE_CURRENT_LIST_DIR}/attention_scale-targets.cmake)
