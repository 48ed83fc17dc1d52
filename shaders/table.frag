#version 330 core
// A shadow alone: the table has the colour of the background.
uniform sampler2D table_shade;
uniform vec4 shadow;  // display colour, strength
in vec2 v_uv;
out vec4 colour;
void main() {
    float dark = shadow.a * texture(table_shade, v_uv).r;
    colour = vec4(shadow.rgb * dark, dark);
}
