#version 330 core
// Any solid: an instance's place, turn and scale, and round edges where its pattern asks for them.
#include "pattern.glsl"

in vec3 in_position;
in vec3 in_normal;
in vec2 in_uv;
in vec3 at;
in vec4 turn;
in vec4 look;
in uint pattern;

uniform mat4 view_proj;

out vec3 v_position;
out vec3 v_normal;
out vec2 v_uv;
flat out vec4 v_turn;
flat out vec4 v_look;
flat out uint v_pattern;

void main() {
    vec3 local = rounded(in_position, pattern);
    v_position = at + look.x * rotated(turn, local);
    v_normal = rotated(turn, in_normal);
    v_uv = in_uv;
    v_turn = turn;
    v_look = look;
    v_pattern = pattern;
    gl_Position = view_proj * vec4(v_position, 1.0);
}
