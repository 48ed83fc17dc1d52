// The bits of an instance's pattern that concern the shape of a unit square face.
#include "turn.glsl"

const float BEVEL = 0.055;  // viewer/scene/solids.py holds the same figure

vec4 bits(uint pattern, int first) {
    return vec4((uvec4(pattern) >> (uvec4(0u, 1u, 2u, 3u) + uint(first))) & 1u);
}

// Which of the edges u = 0, u = 1, v = 0, v = 1 are round.
vec4 round_edges(uint pattern) {
    return bits(pattern, 8);
}

// From the axis of the nearest round edge to p (in the face's own frame, z = 0): the direction
// in which the surface of the rounded box looks there, not normalised.
vec3 from_axis(vec2 p, vec4 edges) {
    vec2 low = edges.xz * BEVEL, high = 1.0 - edges.yw * BEVEL;
    return vec3(p - clamp(p, low, high), BEVEL);
}

// A point of the flat face, moved onto the rounded box. Points on an edge that is not round stay,
// so that no gap opens towards the solids beside and below.
vec3 rounded(vec3 local, uint pattern) {
    vec4 edges = round_edges(pattern);
    vec4 on = vec4(lessThan(vec4(local.x, 1.0 - local.x, local.y, 1.0 - local.y), vec4(1e-5)));
    if (dot(edges, vec4(1.0)) == 0.0 || dot(on, 1.0 - edges) > 0.0) return local;
    vec3 out_of = from_axis(local.xy, edges);
    return local - out_of + BEVEL * normalize(out_of);
}
