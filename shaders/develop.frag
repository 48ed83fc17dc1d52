#version 330 core
// The sum of many frames to a picture for the display.
#include "noise.glsl"
#include "tone.glsl"

uniform sampler2D picture;
uniform vec4 exposed;  // of the sum, how often it has the light of one picture; of alpha, frames
uniform ivec2 origin;  // of this part of the picture
out vec4 colour;

// Half a step of the display up or down: the table's slow change of tone would show the display's
// steps. Without order, since an even pattern shows as a hatch where it is dark.
float dither(uvec2 at) {
    return scattered(uvec4(at.x * 0x8DA6B343u + at.y * 0xD8163841u)).x - 0.5;
}

void main() {
    vec4 mean = texelFetch(picture, ivec2(gl_FragCoord.xy), 0) / exposed;
    // Colours are premultiplied by alpha, and encoded without it.
    vec3 shown = display(max(mean.rgb, 0.0) / max(mean.a, 1e-4)) + dither(uvec2(ivec2(gl_FragCoord.xy) + origin)) / 255.0;
    colour = vec4(clamp(shown, 0.0, 1.0) * mean.a, mean.a);
}
