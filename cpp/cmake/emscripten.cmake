# What every translation unit of the WebAssembly build needs, and why.
set(ATTENTION_SCALE_OLDEST_EMSCRIPTEN 3.1.6)
if(EMSCRIPTEN_VERSION VERSION_LESS ATTENTION_SCALE_OLDEST_EMSCRIPTEN)
  message(FATAL_ERROR "Emscripten ${EMSCRIPTEN_VERSION} is too old: "
    "attention-scale needs ${ATTENTION_SCALE_OLDEST_EMSCRIPTEN} or newer.")
endif()

# Exceptions carry bad input from the core to the guard in cpp/bindings; without the flag on compile and link
# every catch is silently dropped. WebAssembly's own exceptions are in every browser that has its 128-bit SIMD;
# Emscripten's, made of JavaScript, cost a call through it for every function that may throw, and 10 % of the binary.
set(exception_options -fwasm-exceptions)
# There are two encodings of them. The older one is in every browser named below, and the only one of Emscripten before 4;
# the newer one begins with Chrome 137, Firefox 131 and Safari 18.4. 6.0 still takes the older one by default: this says so.
if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 4)
  include(CheckLinkerFlag)
  check_linker_flag(CXX "-fwasm-exceptions;-sWASM_LEGACY_EXCEPTIONS=1" ATTENTION_SCALE_OLDER_EXCEPTIONS)
  if(ATTENTION_SCALE_OLDER_EXCEPTIONS)
    list(APPEND exception_options -sWASM_LEGACY_EXCEPTIONS=1)
  else()
    message(WARNING "Emscripten ${EMSCRIPTEN_VERSION} does not write WebAssembly's older encoding of exceptions "
      "(-sWASM_LEGACY_EXCEPTIONS). This build runs from Chrome 137, Firefox 131 and Safari 18.4 on only, "
      "not from Chrome 111, Firefox 125 and Safari 16.4 on.")
  endif()
endif()
add_compile_options(${exception_options})
add_link_options(${exception_options})
# The oldest browsers with all that the page uses: README.md. Newer versions of Emscripten end with an error where they cannot
# write for these.
add_link_options(-sMIN_CHROME_VERSION=111 -sMIN_FIREFOX_VERSION=125 -sMIN_SAFARI_VERSION=160400)

# Eigen keeps temporaries of up to 128 KB on the stack, for which the default since 3.1.27 (64 KB) is too small: the engine
# and the tests would write beyond it. The option was renamed in 3.1.25.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
  add_link_options(-sTOTAL_STACK=1048576)
else()
  add_link_options(-sSTACK_SIZE=1048576)
endif()

# 128-bit SIMD. Eigen knows no WebAssembly packets but vectorises through Emscripten's SSE headers.
add_compile_options(-msimd128 -msse4.2)
add_link_options(-msimd128)
if(Eigen3_VERSION VERSION_GREATER_EQUAL 5)
  return()
endif()
# Eigen before 5 holds two inline-assembly workarounds for x86 GCC, one for versions below 6.3 and one for 6.0
# and above, which clang takes for itself by its __GNUC__; "5.13" reads as 63 there and answers no to both.
# The folder holds an empty mmintrin.h: Eigen asks for MMX, which WebAssembly lacks, and never uses it.
add_compile_options(-fgnuc-version=5.13.0)
include_directories(SYSTEM ${CMAKE_CURRENT_LIST_DIR}/without_mmx)
