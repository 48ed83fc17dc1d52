#version 330 core
// The table around the board; uv is the place in the texture of its shadow.
#include "studio.glsl"

in vec3 in_position;
in vec2 in_uv;

uniform mat4 view_proj;
uniform vec3 to_light;

out vec3 v_position;
flat out vec3 v_shaded;  // what is left of the table's light where none of the key light arrives
out vec2 v_uv;
void main() {
    v_position = in_position;
    v_uv = in_uv;
    vec3 even = ambient_light(vec3(0.0, 0.0, 1.0));
    v_shaded = even / (even + key * to_light.z);
    gl_Position = view_proj * vec4(in_position, 1.0);
}
