// Wood as it is in the block that a board is cut from: rings, rays and fibres in space, so that a cut
// along the trunk shows them long, and one across it shows end grain. The trunk lies along x, its
// heart below the board. Slate has faint bands in its place and grit, felt has a nap only.
#include "noise.glsl"

uniform vec3 wood;
uniform vec3 grain;  // how strong rings are, how strong nap or grit is, how rough it is

const float RINGS = 7.0;             // a world unit outward from the heart
const vec2 HEART = vec2(8.6, -5.2);  // y and z where x = 0
const float LATE = 0.42;             // the mean of what `late` is within a ring
const vec3 MEAN = vec3(0.90, 0.87, 0.82);
const float NAP = 46.0;              // tufts a world unit

// What is left of something `fine` times a unit wide where a pixel is that wide: far off it is even.
float left_of(float fine, float pixel) {
    return clamp(1.5 - 2.0 * fine * pixel, 0.0, 1.0);
}

// Between -1 and 1 as a sine is, of two parabolas: nobody can tell, and it is much quicker.
float wave(float x) {
    float turn = 2.0 * fract(x * 0.15915494) - 1.0;
    return -4.0 * turn * (1.0 - abs(turn));
}

// The colour at a place in the world, on a surface with this normal; a pixel is so many units wide.
vec3 wood_at(vec3 place, vec3 normal, float pixel) {
    // No trunk is straight, and none grows by the same every year.
    vec2 out_of = place.yz - HEART + place.x * vec2(-0.06, 0.045);
    float far = length(out_of);
    float bent = 0.32 * wave(0.37 * place.x + 0.9) + 0.045 * wave(0.91 * place.x + 0.55 * place.y + 2.0)
        + 0.012 * wave(2.3 * place.x - 1.7 * place.y + 1.4 * place.z);
    float years = RINGS * (far + bent) + 1.9 * wave(1.3 * far) + 0.6 * wave(3.3 * far + 1.0);
    float ring = fract(years), wide = max(0.06, 1.5 * RINGS * pixel);
    float late = smoothstep(0.15, 0.9, ring) * (1.0 - smoothstep(1.0 - wide, 1.0, ring));
    // Each year has a tone and a strength of its own.
    vec4 own = scattered(uvec4(ivec4(floor(years))) * uvec4(0x9E3779B9u, 0x85EBCA6Bu, 0u, 0u));
    late = mix(LATE, late * (0.55 + 0.9 * own.x) + 0.25 * (own.y - 0.5), left_of(RINGS, pixel));

    // Fibres lie along the trunk; rays stand from the heart outward, thin, and are seen end on as
    // dashes and edge on as lines.
    float fibre = noise(vec3(0.9, 31.0, 31.0) * place + bent) - 0.5;
    float ray = noise(vec3(1.9 * place.x, 2.5 * far, 420.0 * out_of.x / out_of.y)) - 0.5;
    float even = 0.22 * fibre * left_of(31.0, pixel) + 0.16 * ray * left_of(70.0, pixel);
    float end = normal.x * normal.x;  // soaks in more of the oil
    vec3 tone = mix(vec3(0.98, 0.96, 0.93), vec3(0.80, 0.745, 0.67), late) * (1.0 - even);
    if (grain.x < 1.0) tone = mix(MEAN, tone, grain.x);
    if (grain.y > 0.0) {
        float tufts = noise(NAP * place) + 0.6 * noise(0.37 * NAP * place.yzx) - 0.8;
        tone *= 1.0 + grain.y * tufts * left_of(NAP, pixel);
    }
    return wood * tone * (1.0 - 0.16 * grain.x * end);
}
