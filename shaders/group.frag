#version 330 core
// Whether a place belongs to what is lit of a two-coloured face: drawn to be asked, not to be seen.
#include "pattern.glsl"
#include "truchet.glsl"

in vec2 v_uv;
flat in uint v_pattern;

uniform vec4 mark;

out vec4 colour;

void main() {
    vec2 p = clamp(v_uv, 0.0, 1.0);
    vec3 arc = arcs(p, (v_pattern & 2u) != 0u);
    if (lit_edge(p, arc.x, bits(v_pattern, 6).x, bits(v_pattern, 2)) > 0.0) discard;
    colour = mark;
}
