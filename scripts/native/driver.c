/* Plays a search in a game's library, and prints a hash of all arrays that it has changed.

     driver LIBRARY FUNCTION JOB

   A job, made by check.py, is an image of the search's memory: eight numbers, the places of the
   addresses in the image, and the image itself. Its addresses count from its beginning. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
#define OPEN(path) ((void *)LoadLibraryA(path))
#define FIND(library, name) ((void *)GetProcAddress((HMODULE)library, name))
#else
#include <dlfcn.h>
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif

enum { BYTES, HASHED, ADDRESSES, TREE, WORK, ROOT, STATE, SIMULATIONS, NUMBERS };

typedef int64_t search_t(void *tree, void *work, void *root, void *state, int64_t n, int64_t *status);

static int fail(const char *what) {
    fprintf(stderr, "driver: %s\n", what);
    return 1;
}

int main(int count, char **words) {
    int64_t head[NUMBERS], status = 0, done, i;
    int64_t *places;
    char *image;
    uint64_t hash = 0xcbf29ce484222325u;
    FILE *job;
    void *library;
    search_t *search;

    if (count != 4) return fail("LIBRARY FUNCTION JOB");
    job = fopen(words[3], "rb");
    if (!job || fread(head, sizeof head, 1, job) != 1) return fail("no job");
    places = malloc((size_t)head[ADDRESSES] * 8);
    image = malloc((size_t)head[BYTES]);
    if (!places || !image) return fail("no memory");
    if (fread(places, 8, (size_t)head[ADDRESSES], job) != (size_t)head[ADDRESSES]) return fail("half a job");
    if (fread(image, 1, (size_t)head[BYTES], job) != (size_t)head[BYTES]) return fail("half a job");
    for (i = 0; i < head[ADDRESSES]; i++) *(uint64_t *)(image + places[i]) += (uint64_t)(uintptr_t)image;

    library = OPEN(words[1]);
    if (!library) return fail("the library cannot be loaded");
    search = (search_t *)FIND(library, words[2]);
    if (!search) return fail("the library lacks the function");
    done = search(image + head[TREE], image + head[WORK], image + head[ROOT], image + head[STATE],
                  head[SIMULATIONS], &status);
    for (i = 0; i < head[HASHED]; i += 8) hash = (hash ^ *(uint64_t *)(image + i)) * 0x100000001b3u;
    printf("%lld %lld %016llx\n", (long long)done, (long long)status, (unsigned long long)hash);
    return 0;
}
