// Empty on purpose: Eigen 3.4 includes this header with SSE but uses nothing of it, and Emscripten has none.
