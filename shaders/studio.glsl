// The studio that everything shiny mirrors, worked out from a direction: the key light's large soft
// box, a strip of light opposite, a ceiling that is lighter in the middle, and the table below.
uniform vec3 lamp;    // the unit vector to the middle of the key light's soft box
uniform vec3 key;     // linear colours: what the key light sends to a surface that faces it,
uniform vec3 sky;     // and what comes from above and from below
uniform vec3 bounce;

// The middles of the soft box and of the strip: how far away on the ground, and how high.
const vec2 LAMP = vec2(0.573576, 0.819152);  // viewer/renderer/light.py: cosine and sine of ELEVATION
const vec2 OPPOSITE = vec2(-0.832126, 0.554586);
const vec2 SOFT_BOX = vec2(0.46, 0.34);  // half its sides, seen from a distance of 1
const vec2 STRIP = vec2(0.75, 0.10);
const float BRIGHT = 5.0;  // a soft box of that size that sends 1 to a surface is so bright

// The even light from all sides that falls on a surface.
vec3 ambient_light(vec3 normal) {
    return mix(bounce, sky, 0.5 + 0.5 * normal.z);
}

// How much of a rectangle of light is seen in a direction, 0 to 1: y of the direction points to the
// lamp along the ground, z up, and the rectangle's middle lies in that plane. `blur` is how far a rough
// surface smears it, and what it gets wider by it loses in brightness.
float lit_box(vec3 way, vec2 middle, vec2 half_size, float blur) {
    vec3 seen = vec3(way.x, middle.x * way.z - middle.y * way.y, dot(middle, way.yz));
    vec2 at = abs(seen.xy) / max(seen.z, 1e-3);
    vec2 part = clamp((half_size + blur - at) / (2.0 * blur), 0.0, 1.0);
    vec2 left = part * part * (3.0 - 2.0 * part) * min(half_size / blur, 1.0);
    return seen.z > 0.0 ? left.x * left.y : 0.0;
}

// The light that comes from a direction, as a surface mirrors it: rough 0 is a mirror, 1 chalk.
// lit is how much of the key light arrives; spread is by how much the direction varies in a pixel.
vec3 studio(vec3 way, float rough, float lit, float spread) {
    float blur = 0.02 + 1.1 * rough * rough + 0.7 * spread;
    vec2 to_lamp = lamp.xy / LAMP.x;  // on the ground
    vec3 turned = vec3(way.y * to_lamp.x - way.x * to_lamp.y, dot(way.xy, to_lamp), way.z);
    float open = 0.25 + 0.75 * rough;
    vec3 room = mix(0.9 * bounce, sky, smoothstep(-open, open, way.z));
    room *= 0.45 + 0.9 * smoothstep(0.2 - rough, 1.0 + rough, way.z);
    return room + key * (BRIGHT * lit * lit_box(turned, LAMP, SOFT_BOX, blur)
                         + 1.1 * lit_box(turned, OPPOSITE, STRIP, blur));
}
