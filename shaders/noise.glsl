// Smooth noise from whole numbers: the same on every machine, and without a texture.

// Four numbers without order, 0 to 1, each from one of the seeds, which differ in many bits.
vec4 scattered(uvec4 seeds) {
    seeds = (seeds ^ (seeds >> 15)) * 0x2C1B3C6Du;
    seeds ^= seeds >> 13;
    return vec4(seeds >> 8) * (1.0 / 16777216.0);
}

// Noise in space, 0 to 1, that runs smoothly from one whole place to the next.
float noise(vec3 place) {
    vec3 whole = floor(place), part = place - whole;
    part *= part * (3.0 - 2.0 * part);
    const uvec3 STEP = uvec3(0x8DA6B343u, 0xD8163841u, 0xCB1AB31Fu);
    uvec3 low = uvec3(ivec3(whole)) * STEP, high = low + STEP;
    uvec4 corners = uvec4(low.x, high.x, low.x, high.x) + uvec4(low.yy, high.yy);
    vec4 found = mix(scattered(corners + low.z), scattered(corners + high.z), part.z);
    vec2 row = mix(found.xz, found.yw, part.x);
    return mix(row.x, row.y, part.y);
}

// The same in a plane.
float noise(vec2 place) {
    vec2 whole = floor(place), part = place - whole;
    part *= part * (3.0 - 2.0 * part);
    uvec2 low = uvec2(ivec2(whole)) * uvec2(0x8DA6B343u, 0xD8163841u);
    uvec2 high = low + uvec2(0x8DA6B343u, 0xD8163841u);
    vec4 found = scattered(uvec4(low.x, high.x, low.x, high.x) + uvec4(low.yy, high.yy));
    vec2 row = mix(found.xz, found.yw, part.x);
    return mix(row.x, row.y, part.y);
}
