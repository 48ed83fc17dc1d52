#version 330 core
// How much of the key light is missing on the table: 40 taps, dense in the middle.
uniform mat4 light_proj;
uniform sampler2DShadow shadow_map;
uniform vec2 shadow_step;  // the unit of the taps' distances, in the map's own
in vec3 v_position;
out float colour;

// From tap to tap by the golden angle: a cosine and a sine for each would cost more than the taps.
const mat2 TURN = mat2(-0.7373667, 0.6754927, -0.6754927, -0.7373667);

void main() {
    vec3 at = (light_proj * vec4(v_position, 1.0)).xyz;
    // The table may lie farther from the light than all that is in the map.
    float depth = min(at.z - 0.004, 1.0), sum = 0.0;
    vec2 way = vec2(1.0, 0.0);
    for (int i = 0; i < 40; ++i) {
        vec2 by = way * (float(i) * 0.22 + 0.3) * shadow_step;
        sum += texture(shadow_map, vec3(at.xy + by, depth));
        way = TURN * way;
    }
    colour = 1.0 - sum / 40.0;
}
