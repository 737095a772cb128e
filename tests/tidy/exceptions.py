"""Every exception to a rule, with its reason. One that is not needed any more is reported itself."""

# (file or folder, header, reason): system headers outside sys/.
SYSTEM_HEADER_EXCEPTIONS = (
    ("src/transport/tcp/", "poll.h", "POLLIN and POLLOUT, handed to sys/poll.h"),
    ("src/storage/posix/", "fcntl.h", "O_ and AT_ flags, handed to sys/file.h and sys/directory.h"),
    ("src/storage/posix/", "sys/stat.h", "struct stat, which sys/file.h fills"),
    ("src/records/record_file.cc", "fcntl.h", "O_ and AT_ flags, handed to sys/file.h and sys/directory.h"),
    ("src/server/state_directory.cc", "fcntl.h", "O_ and AT_ flags, handed to sys/file.h and sys/directory.h"),
    ("src/mpiio/posix_calls.cc", "fcntl.h", "AT_ flags of the calls it stands in for"),
    ("src/mpiio/posix_calls.cc", "sys/stat.h", "declares calls it stands in for"),
    ("src/mpiio/posix_calls.cc", "unistd.h", "declares calls it stands in for"),
    ("src/mpiio/posix_answers", "sys/stat.h", "struct stat, which it fills"),
    ("src/mpiio/posix_answers.cc", "unistd.h", "R_OK and its like, which it answers"),
    ("src/mpiio/", "dlfcn.h", "finding the function of the real MPI behind ours (RTLD_NEXT)"),
)

# Folders whose code calls the operating system itself: what it does is to stand between a program and the system.
SYSTEM_CALL_EXCEPTIONS = ()

# (file, reason): tests that let time pass, because what they test is a real process or a real clock.
SLEEP_EXCEPTIONS = ()
