#version 330 core
// Any solid: an instance's place, turn and scale, and what its pattern asks for: round edges, or that
// it turns its top to the eye, as the visible half of a sphere does.
#include "pattern.glsl"

in vec3 in_position;
in vec3 in_normal;
in vec2 in_uv;
in vec3 at;
in vec4 turn;
in vec4 look;
in uint pattern;

uniform mat4 view_proj;
uniform vec4 eye;  // position and 1, or for parallel rays the direction to it and 0

const uint TO_EYE = 1u << 31;  // viewer/scene/solids.py holds the same figure

out vec3 v_position;
out vec3 v_normal;
out vec2 v_uv;
flat out vec3 v_at;
flat out vec4 v_turn;
flat out vec4 v_look;
flat out uint v_pattern;

// A vector of the solid's frame in one whose z axis points to the eye.
vec3 turned_to_eye(vec3 v) {
    vec3 z = normalize(eye.xyz - eye.w * at);
    vec3 x = normalize(abs(z.z) < 0.99 ? vec3(-z.y, z.x, 0.0) : vec3(z.z, 0.0, -z.x));
    return v.x * x + v.y * cross(z, x) + v.z * z;
}

void main() {
    vec3 local = rounded(in_position, pattern);
    bool faces = (pattern & TO_EYE) != 0u;
    v_position = at + look.x * (faces ? turned_to_eye(local) : rotated(turn, local));
    v_normal = faces ? turned_to_eye(in_normal) : rotated(turn, in_normal);
    v_uv = in_uv;
    v_at = at;
    v_turn = turn;
    v_look = look;
    v_pattern = pattern;
    gl_Position = view_proj * vec4(v_position, 1.0);
}
