! MPI-IO from Fortran, in the dialect that DIALECT names: 1 mpif.h, 2 the mpi module, 3 mpi_f08. Writes down what every
! call answered, so that a run on local files and one on remote files can be compared.
!
!   dialects FILE REPORT
#if DIALECT == 3
#define HANDLE(kind) type(kind)
#define STATUS_OF(name) type(MPI_Status) :: name
#else
#define HANDLE(kind) integer
#define STATUS_OF(name) integer :: name(MPI_STATUS_SIZE)
#endif

module handlers
  implicit none
  integer :: calls = 0
contains
#if DIALECT == 3
  subroutine note_failure(file, code)
    use mpi_f08
    type(MPI_File) :: file
    integer :: code
#else
  subroutine note_failure(file, code)
#if DIALECT == 2
    use mpi
#else
    include 'mpif.h'
#endif
    integer :: file, code
#endif
    integer :: class, ierror, amode
    call MPI_Error_class(code, class, ierror)
    if (class == MPI_ERR_ARG) calls = calls + 1
    ! The handle that the handler is given is the file's.
    amode = 0
    call MPI_File_get_amode(file, amode, ierror)
    if (amode == MPI_MODE_RDWR + MPI_MODE_CREATE) calls = calls + 10
  end subroutine
end module

program dialects
#if DIALECT == 3
  use mpi_f08
#elif DIALECT == 2
  use mpi
#endif
  use handlers
  implicit none
#if DIALECT == 1
  include 'mpif.h'
#endif
  integer, parameter :: n = 24
  character(len=4096) :: name, report
  character(len=MPI_MAX_ERROR_STRING) :: text
  integer :: ierror, rank, ranks, i, class, length, count, amode, unit
  integer :: sizes(2), parts(2), starts(2)
  integer(kind=MPI_OFFSET_KIND) :: offset, bytes
  double precision :: values(n), back(n)
  HANDLE(MPI_File) :: file
  HANDLE(MPI_Datatype) :: columns
  HANDLE(MPI_Request) :: request
  HANDLE(MPI_Errhandler) :: handler
  HANDLE(MPI_Info) :: info
  STATUS_OF(status)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_command_argument(1, name)
  call get_command_argument(2, report)
  write(report, '(a,".",i0)') trim(report), rank
  open(newunit=unit, file=trim(report), action='write')

  call MPI_File_open(MPI_COMM_WORLD, trim(name), MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierror)
  call MPI_Error_class(ierror, class, ierror)
  write(unit, *) 'missing file', class == MPI_ERR_NO_SUCH_FILE

  call MPI_Info_create(info, ierror)
  call MPI_Info_set(info, 'romio_ds_write', 'disable', ierror)
  call MPI_File_open(MPI_COMM_WORLD, trim(name), MPI_MODE_RDWR + MPI_MODE_CREATE, info, file, ierror)
  write(unit, *) 'open', ierror == MPI_SUCCESS
  call MPI_Info_free(info, ierror)
  call MPI_File_get_amode(file, amode, ierror)
  write(unit, *) 'amode', amode == MPI_MODE_RDWR + MPI_MODE_CREATE

  sizes = (/ 4 * ranks, 6 /)
  parts = (/ 4, 6 /)
  starts = (/ 4 * rank, 0 /)
  call MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, columns, ierror)
  call MPI_Type_commit(columns, ierror)
  offset = 40
  call MPI_File_set_view(file, offset, MPI_DOUBLE_PRECISION, columns, 'native', MPI_INFO_NULL, ierror)
  write(unit, *) 'set_view', ierror == MPI_SUCCESS
  do i = 1, n
    values(i) = 1000 * rank + i
  end do
  call MPI_File_write_all(file, values, n, MPI_DOUBLE_PRECISION, status, ierror)
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, count, ierror)
  write(unit, *) 'write_all', count
  call MPI_File_get_position(file, offset, ierror)
  call MPI_File_get_byte_offset(file, offset, bytes, ierror)
  write(unit, *) 'position', offset, bytes
  offset = 0
  call MPI_File_seek(file, offset, MPI_SEEK_SET, ierror)
  back = 0
  call MPI_File_read_all(file, back, n, MPI_DOUBLE_PRECISION, status, ierror)
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, count, ierror)
  write(unit, *) 'read_all', count, all(back == values)

  offset = 4
  values = values + 0.5d0
  call MPI_File_iwrite_at(file, offset, values, 8, MPI_DOUBLE_PRECISION, request, ierror)
  call MPI_Wait(request, status, ierror)
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, count, ierror)
  write(unit, *) 'iwrite_at', count
  call MPI_File_sync(file, ierror)
  call MPI_File_read_at(file, offset, back, 8, MPI_DOUBLE_PRECISION, status, ierror)
  write(unit, *) 'read_at', all(back(1:8) == values(1:8))
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_get_size(file, bytes, ierror)
  write(unit, *) 'size', bytes

  call MPI_File_create_errhandler(note_failure, handler, ierror)
  call MPI_File_set_errhandler(file, handler, ierror)
  call MPI_Errhandler_free(handler, ierror)
  offset = -5
  call MPI_File_seek(file, offset, MPI_SEEK_SET, ierror)
  call MPI_Error_string(ierror, text, length, i)
  write(unit, *) 'handler called', calls, length > 0
  call MPI_File_set_errhandler(file, MPI_ERRORS_RETURN, ierror)

  call MPI_File_close(file, ierror)
  write(unit, *) 'close', ierror == MPI_SUCCESS, file == MPI_FILE_NULL
  call MPI_Type_free(columns, ierror)
  close(unit)
  call MPI_Finalize(ierror)
end program
