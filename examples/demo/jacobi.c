/* Heat in a cube: a 3-D Jacobi relaxation, its cells in blocks over the ranks. Every few sweeps the
 * whole field is appended to one file by a collective write, each rank's block a subarray of the
 * file and of its memory. At the end the last snapshot is read back and compared. An ordinary MPI
 * program, which knows nothing of Strait.
 *
 *   mpicc -O2 jacobi.c -o jacobi -lm && mpiexec -n 4 ./jacobi FILE [CELLS [SNAPSHOTS [SWEEPS]]]
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X, Y, Z, AXES };

typedef struct block {
  MPI_Comm grid;
  int rank;
  int cells;               /* of the cube, along an axis */
  int first[AXES];         /* this rank's first cell */
  int size[AXES];          /* its cells, without the halo */
  int padded[AXES];        /* with it: a cell on either side */
  MPI_Datatype face[AXES]; /* a layer across the axis, of the padded block */
} block;

static size_t at(const block* b, int x, int y, int z) {
  return ((size_t)x * b->padded[Y] + y) * b->padded[Z] + z;
}

static void check(int result, const char* doing, const char* file) {
  if (result == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(result, text, &length);
  fprintf(stderr, "jacobi: %s %s: %s\n", doing, file, text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Three balls stay hot, two stay cold, and so does the wall. */
static int is_source(const block* b, const int cell[AXES], double* heat) {
  static const double balls[][5] = {/* middle, radius, heat */
                                    {0.30, 0.30, 0.50, 0.10, 1.0},
                                    {0.68, 0.38, 0.48, 0.07, 0.8},
                                    {0.42, 0.72, 0.52, 0.08, 0.9},
                                    {0.50, 0.50, 0.50, 0.05, -0.5},
                                    {0.75, 0.72, 0.50, 0.06, -0.7}};
  for (size_t i = 0; i < sizeof balls / sizeof *balls; ++i) {
    double distance = 0;
    for (int axis = 0; axis < AXES; ++axis)
      distance += pow((cell[axis] + 0.5) / b->cells - balls[i][axis], 2);
    *heat = balls[i][4];
    if (distance < balls[i][3] * balls[i][3]) return 1;
  }
  return 0;
}

static block divide(int cells) {
  block b = {.cells = cells};
  int ranks, dims[AXES] = {0, 0, 0}, open[AXES] = {0, 0, 0}, place[AXES];
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, AXES, dims);
  MPI_Cart_create(MPI_COMM_WORLD, AXES, dims, open, 1, &b.grid);
  MPI_Comm_rank(b.grid, &b.rank);
  MPI_Cart_coords(b.grid, b.rank, AXES, place);
  for (int axis = 0; axis < AXES; ++axis) {
    b.first[axis] = cells * place[axis] / dims[axis];
    b.size[axis] = cells * (place[axis] + 1) / dims[axis] - b.first[axis];
    b.padded[axis] = b.size[axis] + 2;
  }
  for (int axis = 0; axis < AXES; ++axis) {
    int layer[AXES], start[AXES] = {0, 0, 0};
    memcpy(layer, b.padded, sizeof layer);
    layer[axis] = 1;
    MPI_Type_create_subarray(AXES, b.padded, layer, start, MPI_ORDER_C, MPI_DOUBLE, &b.face[axis]);
    MPI_Type_commit(&b.face[axis]);
  }
  return b;
}

/* Outer layers of cells go into the neighbours' halos: in each axis first below, then above, as the
 * grid counts them. */
static void exchange(const block* b, double* field) {
  const size_t step[AXES] = {at(b, 1, 0, 0), at(b, 0, 1, 0), at(b, 0, 0, 1)};
  MPI_Aint outer[2 * AXES], halo[2 * AXES];
  MPI_Datatype faces[2 * AXES];
  int one[2 * AXES];
  for (int i = 0; i < 2 * AXES; ++i) {
    const int axis = i / 2, last = b->size[axis], above = i % 2;
    outer[i] = (MPI_Aint)(step[axis] * (above ? last : 1) * sizeof *field);
    halo[i] = (MPI_Aint)(step[axis] * (above ? last + 1 : 0) * sizeof *field);
    faces[i] = b->face[axis];
    one[i] = 1;
  }
  MPI_Neighbor_alltoallw(field, one, outer, faces, field, one, halo, faces, b->grid);
}

static void sweep(const block* b, const double* from, const double* source, double* to) {
  const size_t sx = at(b, 1, 0, 0), sy = at(b, 0, 1, 0);
  for (int x = 1; x <= b->size[X]; ++x)
    for (int y = 1; y <= b->size[Y]; ++y)
      for (size_t i = at(b, x, y, 1), end = i + b->size[Z]; i < end; ++i)
        to[i] = isnan(source[i]) ? (from[i - sx] + from[i + sx] + from[i - sy] + from[i + sy] +
                                    from[i - 1] + from[i + 1]) /
                                       6
                                 : source[i];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 2) {
    fprintf(stderr, "usage: %s FILE [CELLS [SNAPSHOTS [SWEEPS]]]\n", argv[0]);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const char* name = argv[1];
  const int cells = argc > 2 ? atoi(argv[2]) : 96;
  const int snapshots = argc > 3 ? atoi(argv[3]) : 10;
  const int sweeps = argc > 4 ? atoi(argv[4]) : 20; /* before each snapshot */

  block b = divide(cells);
  const size_t room = (size_t)b.padded[X] * b.padded[Y] * b.padded[Z];
  double *field = calloc(room, sizeof *field), *next = calloc(room, sizeof *next),
         *source = calloc(room, sizeof *source);
  for (int x = 1; x <= b.size[X]; ++x)
    for (int y = 1; y <= b.size[Y]; ++y)
      for (int z = 1; z <= b.size[Z]; ++z) {
        const int cell[AXES] = {b.first[X] + x - 1, b.first[Y] + y - 1, b.first[Z] + z - 1};
        if (!is_source(&b, cell, &source[at(&b, x, y, z)])) source[at(&b, x, y, z)] = NAN;
      }

  /* The block within the file's cube, and within memory's halo. */
  const int cube[AXES] = {cells, cells, cells}, inside[AXES] = {1, 1, 1};
  MPI_Datatype in_file, in_memory;
  MPI_Type_create_subarray(AXES, cube, b.size, b.first, MPI_ORDER_C, MPI_DOUBLE, &in_file);
  MPI_Type_create_subarray(AXES, b.padded, b.size, inside, MPI_ORDER_C, MPI_DOUBLE, &in_memory);
  MPI_Type_commit(&in_file);
  MPI_Type_commit(&in_memory);

  const MPI_Offset snapshot_size = (MPI_Offset)cells * cells * cells * (MPI_Offset)sizeof(double);
  double writing = -MPI_Wtime(), computing = 0;
  MPI_File file;
  check(MPI_File_open(b.grid, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file),
        "opening", name);
  check(MPI_File_set_size(file, 0), "emptying", name);
  check(MPI_File_set_view(file, 0, MPI_DOUBLE, in_file, "native", MPI_INFO_NULL),
        "setting a view of", name);
  for (int snapshot = 0; snapshot < snapshots; ++snapshot) {
    computing -= MPI_Wtime();
    for (int i = 0; i < sweeps; ++i) {
      exchange(&b, field);
      sweep(&b, field, source, next);
      double* swapped = field;
      field = next;
      next = swapped;
    }
    MPI_Barrier(b.grid);
    computing += MPI_Wtime();
    check(MPI_File_write_all(file, field, 1, in_memory, MPI_STATUS_IGNORE), "writing", name);
  }
  check(MPI_File_close(&file), "closing", name);
  writing += MPI_Wtime() - computing;

  double reading = -MPI_Wtime();
  MPI_Status status;
  int elements = 0;
  check(MPI_File_open(b.grid, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), "opening", name);
  check(MPI_File_set_view(file, (snapshots - 1) * snapshot_size, MPI_DOUBLE, in_file, "native",
                          MPI_INFO_NULL),
        "setting a view of", name);
  memset(next, 0xff, room * sizeof *next);
  check(MPI_File_read_all(file, next, 1, in_memory, &status), "reading", name);
  MPI_Get_elements(&status, MPI_DOUBLE, &elements);
  check(MPI_File_close(&file), "closing", name);
  reading += MPI_Wtime();

  int wrong = elements != b.size[X] * b.size[Y] * b.size[Z];
  for (int x = 1; x <= b.size[X]; ++x)
    for (int y = 1; y <= b.size[Y]; ++y)
      wrong |=
          memcmp(next + at(&b, x, y, 1), field + at(&b, x, y, 1), b.size[Z] * sizeof *field) != 0;
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_LOR, b.grid);
  double seconds[2] = {writing, reading}, slowest[2];
  MPI_Reduce(seconds, slowest, 2, MPI_DOUBLE, MPI_MAX, 0, b.grid);
  if (b.rank == 0) {
    printf("wrote %lld bytes in %.4f s, read %lld bytes in %.4f s\n",
           (long long)(snapshots * snapshot_size), slowest[0], (long long)snapshot_size,
           slowest[1]);
    if (wrong) fprintf(stderr, "jacobi: %s: what was read is not what was written\n", name);
  }
  free(field);
  free(next);
  free(source);
  for (int axis = 0; axis < AXES; ++axis) MPI_Type_free(&b.face[axis]);
  MPI_Type_free(&in_file);
  MPI_Type_free(&in_memory);
  MPI_Comm_free(&b.grid);
  MPI_Finalize();
  return wrong;
}
