# Warnings are errors in our own code; Eigen and the test libraries come in as system headers.
add_library(attention_scale_warnings INTERFACE)
target_compile_options(attention_scale_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor
  -Wold-style-cast -Wcast-align -Wdouble-promotion -Wnull-dereference)
