#version 330 core
// Depth alone, for the shadow map: round edges do not matter there.
#include "turn.glsl"

in vec3 in_position;
in vec3 at;
in vec4 turn;
in vec4 look;

uniform mat4 view_proj;

void main() {
    gl_Position = view_proj * vec4(at + look.x * rotated(turn, in_position), 1.0);
}
