# Which Eigen the library takes, for its own build and for whoever installs it: `attention_scale_eigen_problem` says what is
# wrong with the one that was found, and is empty where nothing is.
set(attention_scale_eigen_problem "")
if(Eigen3_VERSION VERSION_LESS 3.4)
  set(attention_scale_eigen_problem
    "attention-scale needs Eigen 3.4 or newer (5.0 included); ${Eigen3_DIR} is Eigen ${Eigen3_VERSION}.")
endif()
