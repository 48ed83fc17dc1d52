#version 330 core
// The same without marks: a face whose pattern has none looks the same by either.
#include "face.glsl"
