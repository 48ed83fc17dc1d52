#version 330 core
// A face of a two-coloured cube, with all that may be marked on it.
#define MARKED
#include "face.glsl"
