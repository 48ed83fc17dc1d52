#version 330 core
// Letters that lie flat and turn to be upright for the viewer. One instance is one letter.
in vec2 in_corner;   // 0 to 1
in vec3 at;
in vec4 box;         // left, bottom, width, height, relative to at, in the viewer's directions
in vec4 uv_box;
in vec4 facing;      // from where it is seen, 0 for from all sides, and the least cosine to there

uniform mat4 view_proj;
uniform vec4 eye;
uniform vec2 right;  // the viewer's right hand on the table, unit

out vec3 v_position;
out vec2 v_uv;

void main() {
    vec2 by = box.xy + in_corner * box.zw;
    vec2 up = vec2(-right.y, right.x);
    vec3 place = at + vec3(by.x * right + by.y * up, 0.003);
    v_position = place;
    v_uv = uv_box.xy + vec2(in_corner.x, 1.0 - in_corner.y) * uv_box.zw;
    bool away = dot(facing.xyz, normalize(eye.xyz - eye.w * at)) < facing.w * length(facing.xyz);
    gl_Position = away ? vec4(2.0, 2.0, 2.0, 1.0) : view_proj * vec4(place, 1.0);
}
