// One key light with soft shadows, a sky, a window's reflection; then display colours.
uniform vec4 eye;             // position and 1, or for parallel rays the direction to it and 0
uniform vec3 to_light;
uniform vec3 key;             // linear colours
uniform vec3 sky;
uniform vec3 bounce;
#ifdef LINEAR
uniform float key_mirrored;   // 1 where the light of this frame is to be seen in what is glossy
uniform vec3 met;             // what comes instead from whatever stands in its way
#endif
uniform mat4 light_proj;      // world to shadow map, 0 to 1 in each axis
uniform mat3 light_slope;     // a normal to the map's frame, of which a plane's slope is a ratio
uniform sampler2D shadow_map;  // depths from the light

// How much of the key light arrives, 0 to 1: the 16 depths around the point, weighted so that the
// soft edge, three texels wide, runs smoothly. Each is compared with the receiver's own plane, so
// that a slanting face does not shade itself.
float lit_part(vec3 position, vec3 flat_normal) {
    vec3 at = (light_proj * vec4(position + 0.04 * flat_normal, 1.0)).xyz;
    vec3 plane = light_slope * flat_normal;
    vec2 size = vec2(textureSize(shadow_map, 0));
    vec2 slope = clamp(-plane.xy / min(plane.z, -1e-4), -6.0, 6.0) / size;
    vec2 texel = at.xy * size - 0.5;
    ivec2 base = ivec2(floor(texel));
    vec2 part = texel - vec2(base);
    float depth = at.z - dot(slope, part);
    vec4 across = vec4(1.0 - part.x, 1.0, 1.0, part.x);
    vec4 down = vec4(1.0 - part.y, 1.0, 1.0, part.y);
    vec4 depths = depth + slope.x * vec4(-1.0, 0.0, 1.0, 2.0);
    float sum = 0.0;
    for (int row = 0; row < 4; ++row) {
        ivec2 first = base + ivec2(-1, row - 1);
        vec4 found = vec4(texelFetch(shadow_map, first, 0).r,
                          texelFetch(shadow_map, first + ivec2(1, 0), 0).r,
                          texelFetch(shadow_map, first + ivec2(2, 0), 0).r,
                          texelFetch(shadow_map, first + ivec2(3, 0), 0).r);
        vec4 free = step(depths + slope.y * float(row - 1), found);
        sum += down[row] * dot(free, across);
    }
    return sum / 9.0;
}

// LINEAR is for one frame of a photograph: it is added to others before it is encoded.
#ifdef LINEAR
vec3 display(vec3 linear) {
    return linear;
}
#else
#include "tone.glsl"
#endif

// The unit vector from a point to the eye.
vec3 to_eye(vec3 position) {
    return normalize(eye.xyz - eye.w * position);
}

// The light a surface sends to the eye. lit is how much of the key light arrives, shade the part of
// the sky it sees, gloss 0 to 1.
vec3 lit_surface(vec3 albedo, vec3 position, vec3 normal, float lit, float shade, float gloss) {
    vec3 view = to_eye(position);
    float facing = max(dot(normal, to_light), 0.0);
#ifdef LINEAR
    vec3 soft = facing * mix(met, key, lit);
    lit *= key_mirrored;
#else
    vec3 soft = key * (facing * lit) + mix(bounce, sky, 0.5 + 0.5 * normal.z) * shade;
#endif
    vec3 half_way = normalize(view + to_light);
    float glint = pow(max(dot(normal, half_way), 0.0), 60.0) * lit;
    vec3 mirror = reflect(-view, normal);
    float graze = 1.0 - clamp(dot(view, normal), 0.0, 1.0);
    float fresnel = 0.04 + 0.5 * graze * graze * graze * graze * graze;
    float window = smoothstep(0.1, 0.9, mirror.z) * shade;
    return albedo * soft
        + gloss * (key * (0.07 * glint) + sky * (fresnel * window));
}

// The same with the shadow map asked for the key light; flat_normal is that of the solid's own
// face, without what bends it.
vec3 surface(vec3 albedo, vec3 position, vec3 normal, vec3 flat_normal, float shade, float gloss) {
    float lit = dot(flat_normal, to_light) > 0.01 ? lit_part(position, flat_normal) : 0.0;
    return lit_surface(albedo, position, normal, lit, shade, gloss);
}
