# Warnings are errors in our own code, unless another project builds it with a compiler of its choice; Eigen and the
# test libraries come in as system headers.
add_library(attention_scale_warnings INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(attention_scale_warnings INTERFACE -Werror)
endif()
target_compile_options(attention_scale_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor
  -Wold-style-cast -Wcast-align -Wdouble-promotion -Wnull-dereference)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # In a unity build each source counts as a header, whose unnamed namespace no other file should use.
  target_compile_options(attention_scale_warnings INTERFACE -Wno-subobject-linkage)
endif()
