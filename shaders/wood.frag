#version 330 core
// Wood: the rim and the teeth, and the holes' faces (darker, so that holes read as holes).
#include "pattern.glsl"
#include "truchet.glsl"
#include "lighting.glsl"
#include "grain.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
flat in vec4 v_turn;
flat in vec4 v_look;
flat in uint v_pattern;

out vec4 colour;

void main() {
    vec3 normal = normalize(v_normal);
    // A round corner of a board is an arc of radius 1 or so, drawn by chords, of which the normals
    // tell how far they are off: so its rings are as round as it.
    vec3 place = v_position + (abs(normal.z) < 0.01 ? normal - v_normal : vec3(0.0));
    vec3 albedo = wood_at(place, normal, length(fwidth(v_position)));
    float shade = open_sky(v_uv, v_pattern);
    if ((v_pattern >> 16) != 0u) albedo *= mix(0.62, 0.86, shade);
    vec3 light = surface(Matter(albedo, 0.0, grain.z), v_position, normal, normal, shade);
    colour = vec4(display(light), 1.0) * v_look.y;
}
