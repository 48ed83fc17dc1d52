#version 330 core
// Any solid: an instance's place, turn and scale, and what its pattern asks for: round edges, or that
// it turns its top to the eye, as the visible half of a sphere does.
#include "pattern.glsl"
#include "noise.glsl"

in vec3 in_position;
in vec3 in_normal;
in vec2 in_uv;
in vec3 at;
in vec4 turn;
in vec4 look;
in uint pattern;

uniform mat4 view_proj;
uniform vec4 eye;  // position and 1, or for parallel rays the direction to it and 0

const float LAP = 3e-4;  // of one face over another
const uint TO_EYE = 1u << 31;  // viewer/scene/solids.py holds the same figure

out vec3 v_position;
out vec3 v_normal;
out vec2 v_uv;
flat out vec4 v_own;  // four numbers, 0 to 1, that belong to the place of a cube on the table
flat out vec4 v_turn;
flat out vec4 v_look;
flat out uint v_pattern;

// A vector of the solid's frame in one whose z axis points to the eye.
vec3 turned_to_eye(vec3 v) {
    vec3 z = normalize(eye.xyz - eye.w * at);
    vec3 x = normalize(abs(z.z) < 0.99 ? vec3(-z.y, z.x, 0.0) : vec3(z.z, 0.0, -z.x));
    return v.x * x + v.y * cross(z, x) + v.z * z;
}

// A place on a unit square face, its strips along edges that are not round folded away where no round
// edge needs them: fewer triangles, and fewer pixels that two of them shade. Flat edges go a trifle over
// the neighbours', so that no gap opens where these have more corners.
vec2 folded(vec2 p) {
    vec4 edges = round_edges(pattern), from = vec4(p.x, 1.0 - p.x, p.y, 1.0 - p.y);
    vec4 outer = vec4(lessThan(from, vec4(0.5 * BEVEL))), strip = vec4(lessThan(from, vec4(1.5 * BEVEL)));
    vec2 bent = clamp((strip * edges).zx + (strip * edges).wy, 0.0, 1.0);
    vec4 by = (1.0 - edges) * strip * (LAP + BEVEL * (1.0 - outer));
    by *= max(outer, 1.0 - bent.xxyy);
    return p + by.yw - by.xz;
}

void main() {
    // A corner of that face lies on an edge or BEVEL from it, on both axes.
    vec2 half_way = abs(min(in_uv, 1.0 - in_uv) - 0.5 * BEVEL) - 0.5 * BEVEL;
    bool face = in_position == vec3(in_uv, 0.0) && all(lessThan(abs(half_way), vec2(1e-4)));
    vec2 uv = face ? folded(in_uv) : in_uv;
    vec3 local = rounded(face ? vec3(uv, 0.0) : in_position, pattern);
    bool faces = (pattern & TO_EYE) != 0u;
    v_position = at + look.x * (faces ? turned_to_eye(local) : rotated(turn, local));
    v_normal = faces ? turned_to_eye(in_normal) : rotated(turn, in_normal);
    v_uv = uv;
    ivec2 place = ivec2(round(37.0 * (at + rotated(turn, vec3(0.5, 0.5, -0.5))).xy));
    v_own = scattered(uvec4(place.x) * 0x9E3779B9u + uvec4(place.y) * 0x85EBCA6Bu
                      + uvec4(0u, 0x1B873593u, 0x27D4EB2Fu, 0x165667B1u));
    v_turn = turn;
    v_look = look;
    v_pattern = pattern;
    gl_Position = view_proj * vec4(v_position, 1.0);
}
