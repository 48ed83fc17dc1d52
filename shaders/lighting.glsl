// A physically based surface in one key light with soft shadows, even light from all around and a
// studio to be mirrored; then display colours.
#include "studio.glsl"

uniform vec4 eye;             // position and 1, or for parallel rays the direction to it and 0
uniform vec3 to_light;
#ifdef LINEAR
uniform vec3 sent;            // the light of this frame, and what comes instead from whatever stands
uniform vec3 met;             // in its way
uniform float key_mirrored;   // how often the lamp is to be seen in what is shiny, in this frame
uniform vec4 out_of_focus;    // its product with a place: the radius over which the lens smears that
#endif
uniform mat4 light_proj;      // world to shadow map, 0 to 1 in each axis
uniform mat3 light_slope;     // a normal to the map's frame, of which a plane's slope is a ratio
uniform sampler2DShadow shadow_map;  // depths from the light

// A place in the shadow map, a little off a surface with this normal.
vec3 in_map(vec3 position, vec3 flat_normal) {
    return (light_proj * vec4(position + 0.045 * flat_normal, 1.0)).xyz;
}

#ifdef LINEAR
// How much of a frame's light arrives: a mean over three texels, wide enough that the edges of the
// next frame's shadows meet these.
float four_parts(vec3 at) {
    vec2 step = 1.0 / vec2(textureSize(shadow_map, 0));
    return 0.25 * (texture(shadow_map, at + vec3(0.5, 1.5, 0.0) * vec3(step, 0.0))
        + texture(shadow_map, at + vec3(-1.5, 0.5, 0.0) * vec3(step, 0.0))
        + texture(shadow_map, at + vec3(-0.5, -1.5, 0.0) * vec3(step, 0.0))
        + texture(shadow_map, at + vec3(1.5, -0.5, 0.0) * vec3(step, 0.0)));
}
#endif

// How much of the key light arrives, 0 to 1: the 16 depths around the point, weighted so that the
// soft edge, three texels wide, runs smoothly. They are taken by fours, each four compared with the
// receiver's own plane, so that a slanting face does not shade itself.
float lit_part(vec3 position, vec3 flat_normal) {
    vec3 at = in_map(position, flat_normal);
#ifdef LINEAR
    return four_parts(at);
#else
    vec3 plane = light_slope * flat_normal;
    vec2 size = vec2(textureSize(shadow_map, 0));
    vec2 slope = clamp(-plane.xy / min(plane.z, -1e-4), -6.0, 6.0) / size;
    vec2 texel = at.xy * size - 0.5;
    vec2 base = floor(texel), part = texel - base;
    // From the point to two places across and two down: between the first two texels, and the last.
    vec2 low = 1.0 / (2.0 - part) - 1.0 - part, high = part / (1.0 + part) + 1.0 - part;
    vec4 x = vec4(low.x, high.x, low.x, high.x), y = vec4(low.yy, high.yy);
    vec4 depth = at.z + slope.x * x + slope.y * y;
    x = at.x + x / size.x;
    y = at.y + y / size.y;
    vec4 weight = vec4(2.0 - part.x, 1.0 + part.x, 2.0 - part.x, 1.0 + part.x)
        * vec4(vec2(2.0 - part.y), vec2(1.0 + part.y));
    vec4 free = vec4(texture(shadow_map, vec3(x.x, y.x, depth.x)),
                     texture(shadow_map, vec3(x.y, y.y, depth.y)),
                     texture(shadow_map, vec3(x.z, y.z, depth.z)),
                     texture(shadow_map, vec3(x.w, y.w, depth.w)));
    return dot(free, weight) / 9.0;
#endif
}

// LINEAR is for one frame of a photograph: it is added to others before it is encoded.
#ifdef LINEAR
vec3 display(vec3 linear) {
    return linear;
}
#else
#include "tone.glsl"
#endif

// By how much the finest that is drawn is to be wider than a pixel, world units: a lens smears it
// anyway, and what is much finer than the way from one frame's place to the next is parallel lines.
float unsharp(vec3 position) {
#ifdef LINEAR
    return 0.25 * abs(dot(out_of_focus, vec4(position, 1.0)));
#else
    return 0.0;
#endif
}

// The unit vector from a point to the eye.
vec3 to_eye(vec3 position) {
    return normalize(eye.xyz - eye.w * position);
}

// What a surface is made of: its linear colour, how much of a metal it is, 0 or 1, and how rough, from
// 0, a mirror, to 1, chalk.
struct Matter {
    vec3 colour;
    float metal;
    float rough;
};

// How much of what it mirrors a surface sends on: GGX microfacets with Schlick's Fresnel, summed over
// all directions beforehand (the split sum), by the polynomial that B. Karis fitted to it. Of what is
// polished, which the pieces are, it grows no further at angles flatter than the cosine POLISHED:
// lacquer and glass do shine there, but so that in low views black pieces turned as grey as white ones
// in the shade.
const float POLISHED = 0.7, SHINY = 0.3, DULL = 0.55;  // the last two are how rough it is

vec3 mirror_part(vec3 head_on, float rough, float facing) {
    facing = max(facing, POLISHED * (1.0 - smoothstep(SHINY, DULL, rough)));
    vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float bend = min(r.x * r.x, exp2(-9.28 * facing)) * r.x + r.y;
    vec2 part = vec2(-1.04, 1.04) * bend + r.zw;
    return head_on * part.x + part.y;
}

// The light a surface sends to the eye: what it scatters of key light and ambient light, and what it
// mirrors of the studio. lit is how much of the key light arrives, shade the part of the room it sees.
vec3 lit_surface(Matter matter, vec3 position, vec3 normal, float lit, float shade) {
    vec3 view = to_eye(position);
    vec3 way = reflect(-view, normal);
    vec3 mirrored = mirror_part(mix(vec3(0.04), matter.colour, matter.metal), matter.rough,
                                max(dot(view, normal), 0.0));
    float direct = max(dot(normal, to_light), 0.0);
#ifdef LINEAR
    vec3 scattered = direct * mix(met, sent, lit);
    lit *= key_mirrored;
#else
    vec3 scattered = key * (direct * lit) + ambient_light(normal) * shade;
#endif
    float spread = length(fwidth(way));
#ifdef LINEAR
    spread *= 1.0 + unsharp(position) / max(length(fwidth(position)), 1e-4);
#endif
    return matter.colour * (1.0 - matter.metal) * (1.0 - mirrored) * scattered
        + mirrored * shade * studio(way, matter.rough, lit, spread);
}

// The same with the shadow map asked for the key light; flat_normal is that of the solid's own
// face, without what bends it.
vec3 surface(Matter matter, vec3 position, vec3 normal, vec3 flat_normal, float shade) {
    float lit = dot(flat_normal, to_light) > 0.01 ? lit_part(position, flat_normal) : 0.0;
    return lit_surface(matter, position, normal, lit, shade);
}
