#version 330 core
// The sum of many frames to a picture for the display.
#include "tone.glsl"

uniform sampler2D picture;
uniform vec4 exposed;  // of the sum, how often it has the light of one picture; of alpha, frames
uniform ivec2 origin;  // of this part of the picture
out vec4 colour;

// Half a step of the display up or down, evenly spread over any few pixels that lie together: the
// table's slow change of tone would show the display's steps (Jimenez's gradient noise, 2014).
float dither(vec2 at) {
    return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main() {
    vec4 mean = texelFetch(picture, ivec2(gl_FragCoord.xy), 0) / exposed;
    // Colours are premultiplied by alpha, and encoded without it.
    vec3 shown = display(max(mean.rgb, 0.0) / max(mean.a, 1e-4)) + dither(gl_FragCoord.xy + vec2(origin)) / 255.0;
    colour = vec4(clamp(shown, 0.0, 1.0) * mean.a, mean.a);
}
