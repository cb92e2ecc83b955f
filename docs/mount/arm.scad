// arm.scad: an arm that holds a camera above a board, printed in pieces that any printer can make.
//
// Choose `height` and `reach` below, then export each part as STL: part = "foot", "post", "elbow",
// "arm", "plate". OpenSCAD's console says how many of each, and with which screws. Layers of 0.2 mm,
// 3 walls, 20 % infill; foot and elbow with supports, the others without.

part = "all";     // foot, post, elbow, arm, plate; all shows the arm as it will stand

height = 380;     // mm from the table's top to the camera; hardware.md says how high over which board
reach = 180;      // mm from the post to the camera: half the board, and a hand
table = 40;       // mm, the thickest table top that the foot clamps
longest = 180;    // mm, the longest piece that your printer makes

// The camera: holes of its board, mm. Module 2 and 3: 21 x 12.5. For a USB camera with a tripod
// thread set tripod = true, and screw it on with a 1/4 inch screw of 10 mm.
camera_holes = [21, 12.5];
tripod = false;

side = 18;        // mm, the square tube
wall = 3;         // mm
play = 0.25;      // mm between parts that slide into each other; more if they stick
joint = 24;       // mm that they overlap
m3 = 3.3;         // mm, holes for M3 x 25 screws
m6 = 6.6;         // mm, the hole of the clamp's M6 x 60 screw; its nut is 10 across

$fn = 32;
base = 8;         // mm, the plates of the foot
foot_top = 30;    // mm, the foot's socket above the table

camera_at = 21;   // mm from the plate's sleeve to the lens

post_length = height - foot_top - joint;
arm_length = reach - side / 2 - joint - camera_at;
function pieces(length) = max(1, ceil(length / (longest - joint)));
function piece(length) = length / pieces(length);

echo(str("foot 1, post ", pieces(post_length), " x ", piece(post_length), " mm, elbow 1, arm ",
         pieces(arm_length), " x ", piece(arm_length), " mm, plate 1; screws M3 x 25: ",
         pieces(post_length) + pieces(arm_length) + 2, ", M6 x 60: 1"));

module cross_hole(at)
    translate([0, 0, at]) rotate([90, 0, 0]) cylinder(d = m3, h = 3 * side, center = true);

module spigot() {
    core = side - 2 * wall - 2 * play;
    translate([-core / 2, -core / 2, -0.01]) cube([core, core, joint - 1]);
}

// A tube from z = 0 to `length`, open below for the piece before, with a spigot above.
module tube(length) difference() {
    union() {
        translate([-side / 2, -side / 2, 0]) cube([side, side, length]);
        translate([0, 0, length]) spigot();
    }
    hollow();
    cross_hole(joint / 2);
    cross_hole(length + joint / 2);
}

module hollow() {
    room = side - 2 * wall;
    translate([-room / 2, -room / 2, -0.01]) cube([room, room, joint + 0.02]);
}

// Clamps to the table's edge: the screw presses from below.
module foot() difference() {
    union() {
        translate([-side, -30, 0]) cube([2 * side, 60, base]);
        translate([-side, -30, -table - base]) cube([2 * side, base, table + 2 * base]);
        translate([-side, -30, -table - 2 * base]) cube([2 * side, 45, base + 4]);
        translate([-side / 2, -side / 2, base - 0.01])
            cube([side, side, foot_top - base + 0.01]);
        translate([0, 0, foot_top]) spigot();
    }
    cross_hole(foot_top + joint / 2);
    translate([0, 0, -table - 2 * base - 1]) cylinder(d = m6, h = base + 6);
    translate([0, 0, -table - base - 1]) cylinder(d = 10 / cos(30) + 0.3, h = 6, $fn = 6);
}

// From the post to the arm: a corner, open below, with a spigot that looks forward.
module elbow() difference() {
    union() {
        translate([-side / 2, -side / 2, 0]) cube([side, side, joint + side]);
        translate([0, side / 2, joint + side / 2]) rotate([-90, 0, 0]) spigot();
    }
    hollow();
    cross_hole(joint / 2);
    translate([0, side / 2 + joint / 2, joint + side / 2])
        cylinder(d = m3, h = 3 * side, center = true);
}

// The camera lies under it and looks down; the ribbon goes through the slot.
module plate() difference() {
    union() {
        translate([-side / 2, -joint, 0]) cube([side, joint + 4, side]);
        translate([-20, 0, 0]) cube([40, 40, 4]);
    }
    translate([0, -joint, side / 2]) rotate([-90, 0, 0]) hollow();
    translate([0, -joint / 2, side / 2]) cylinder(d = m3, h = 3 * side, center = true);
    translate([0, camera_at, 0])
        if (tripod)
            cylinder(d = 6.8, h = 20, center = true);
        else {
            for (x = [-1, 1], y = [-1, 1])
                translate([x * camera_holes[0] / 2, y * camera_holes[1] / 2, 0])
                    cylinder(d = 2.3, h = 20, center = true);
            cylinder(d = 10, h = 20, center = true);
            translate([-9, 11, -1]) cube([18, 3, 10]);
        }
}

if (part == "foot") rotate([90, 0, 0]) foot();
if (part == "post") tube(piece(post_length));
if (part == "elbow") rotate([0, 90, 0]) elbow();
if (part == "arm") tube(piece(arm_length));
if (part == "plate") plate();
if (part == "all") {
    foot();
    for (i = [0 : pieces(post_length) - 1])
        translate([0, 0, foot_top + i * piece(post_length)]) tube(piece(post_length));
    translate([0, 0, foot_top + post_length]) elbow();
    for (i = [0 : pieces(arm_length) - 1])
        translate([0, side / 2 + i * piece(arm_length), foot_top + post_length + joint + side / 2])
            rotate([-90, 0, 0]) tube(piece(arm_length));
    translate([0, side / 2 + arm_length + joint, foot_top + post_length + joint]) plate();
    // the lens
    translate([0, side / 2 + arm_length + joint + camera_at, foot_top + post_length + joint - 2])
        cylinder(d = 8, h = 4, center = true);
}
