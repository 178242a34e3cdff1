# What every translation unit of the WebAssembly build needs, and why.
set(ATTENTION_SCALE_OLDEST_EMSCRIPTEN 3.1.6)
if(EMSCRIPTEN_VERSION VERSION_LESS ATTENTION_SCALE_OLDEST_EMSCRIPTEN)
  message(FATAL_ERROR "Emscripten ${EMSCRIPTEN_VERSION} is too old: "
    "attention-scale needs ${ATTENTION_SCALE_OLDEST_EMSCRIPTEN} or newer.")
endif()

# Exceptions carry bad input from the core to the guard in cpp/bindings; without the flag on compile and link
# every catch is silently dropped. WebAssembly's own exceptions are in every browser that has its 128-bit SIMD;
# Emscripten's, made of JavaScript, cost a call through it for every function that may throw, and 10 % of the binary.
add_compile_options(-fwasm-exceptions)
add_link_options(-fwasm-exceptions)

# 128-bit SIMD. Eigen 3.4 knows no WebAssembly packets but vectorises through Emscripten's SSE headers.
add_compile_options(-msimd128 -msse4.2)
add_link_options(-msimd128)
# Eigen before 5 holds two inline-assembly workarounds for x86 GCC, one for versions below 6.3 and one for 6.0
# and above, which clang takes for itself by its __GNUC__; "5.13" reads as 63 there and answers no to both.
# The folder holds an empty mmintrin.h: Eigen asks for MMX, which WebAssembly lacks, and never uses it.
add_compile_options(-fgnuc-version=5.13.0)
include_directories(SYSTEM ${CMAKE_CURRENT_LIST_DIR}/without_mmx)
