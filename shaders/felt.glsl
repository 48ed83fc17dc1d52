// Fine felt that the lamp makes a little brighter around the board.
#include "noise.glsl"

const float BRIGHTER = 0.2, NAP = 0.07;

// By how much the table is brighter at a place than far off; pool is the middle of where it is, and
// how far that reaches.
float felt_tone(vec2 place, vec3 pool) {
    vec2 away = (place - pool.xy) / pool.z;
    float near = max(1.0 - dot(away, away), 0.0);
    float fine = clamp(1.5 - 30.0 * length(fwidth(place)), 0.0, 1.0);
    return 1.0 + near * near * (BRIGHTER + NAP * fine * (noise(38.0 * place) - 0.5));
}
