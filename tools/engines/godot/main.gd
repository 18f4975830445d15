# Shots (shots.json) of imported .glb files in, pictures of them (out/) out.
extends Node

const TONES := {"Standard": Environment.TONE_MAPPER_LINEAR, "AgX": Environment.TONE_MAPPER_AGX}
const MINIMUM_FRAMES := 3


func _ready() -> void:
	for shot: Dictionary in JSON.parse_string(FileAccess.get_file_as_string("res://shots.json")):
		await picture(shot)
	get_tree().quit()


func picture(shot: Dictionary) -> void:
	var view := SubViewport.new()
	view.size = Vector2i(shot.size[0], shot.size[1])
	view.own_world_3d = true
	view.transparent_bg = shot.background == null
	view.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	add_child(view)
	var model: Node = load("res://files/" + shot.file).instantiate()
	view.add_child(model)
	if shot.light == "flat":
		flatten(model, shot.glass)
	else:
		view.add_child(sun(shot))
	view.add_child(camera(shot))
	for frame in MINIMUM_FRAMES:
		await RenderingServer.frame_post_draw
	view.get_texture().get_image().save_png("res://out/" + shot.picture)
	view.queue_free()
	await get_tree().process_frame


func camera(shot: Dictionary) -> Camera3D:
	var result := Camera3D.new()
	var m: Array = shot.camera
	result.transform = Transform3D(
		Vector3(m[0], m[1], m[2]), Vector3(m[4], m[5], m[6]), Vector3(m[8], m[9], m[10]), Vector3(m[12], m[13], m[14])
	)
	result.fov = shot.fov
	result.near = shot.near
	result.far = shot.far
	result.current = true
	result.environment = surroundings(shot)
	return result


func surroundings(shot: Dictionary) -> Environment:
	var result := Environment.new()
	result.tonemap_mode = TONES[shot.tone]
	if shot.background != null:
		result.background_mode = Environment.BG_COLOR
		result.background_color = color(shot.background)
	if shot.light != "flat":
		result.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
		result.ambient_light_color = color(shot.ambient)
		result.reflected_light_source = Environment.REFLECTION_SOURCE_SKY
		result.sky = sky(shot.ambient)
	return result


# What shiny things reflect, which a background of one color is not.
func sky(linear: Array) -> Sky:
	var image := Image.create(4, 2, false, Image.FORMAT_RGBF)
	image.fill(Color(linear[0], linear[1], linear[2]))
	var result := Sky.new()
	result.sky_material = PanoramaSkyMaterial.new()
	result.sky_material.panorama = ImageTexture.create_from_image(image)
	return result


func sun(shot: Dictionary) -> DirectionalLight3D:
	var result := DirectionalLight3D.new()
	result.look_at_from_position(Vector3.ZERO, Vector3(shot.sun[0], shot.sun[1], shot.sun[2]))
	result.light_energy = shot.sun_energy
	return result


# Colors of a scene are linear; Godot's own are in sRGB.
func color(linear: Array) -> Color:
	return Color(linear[0], linear[1], linear[2]).linear_to_srgb()


func flatten(node: Node, glass: bool) -> void:
	if node is MeshInstance3D:
		for surface in node.mesh.get_surface_count():
			var material: BaseMaterial3D = node.get_active_material(surface).duplicate()
			material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
			material.emission_enabled = false
			# Glass that is drawn as if it were opaque still has what is clear.
			if not glass and material.transparency != BaseMaterial3D.TRANSPARENCY_DISABLED:
				material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA_SCISSOR
				material.alpha_scissor_threshold = 0.01
			node.set_surface_override_material(surface, material)
	for child in node.get_children():
		flatten(child, glass)
