"""The rooms of the project: a table of who may import whom.

A file belongs to the first room that has it.
"""

from __future__ import annotations

from typing import NamedTuple

PACKAGES = ("engine", "viewer", "shaders", "assets", "server", "testing")


class Room(NamedTuple):
    """Files, and what they may import: modules of the project (or whole packages) and libraries.

    ``*`` in ``files`` stands for any part of a path. The files of a folder may import each other;
    ``OWN`` in ``project`` stands for the game's room that the file lies in.
    """

    files: str
    project: str = ""
    libraries: str = ""


OWN = "engine.games.OWN"
EVERYWHERE = "engine.languages"
"""What all files but those it is made of may import."""
RULES = (
    "engine.arguments engine.deferred engine.draft engine.errors engine.game engine.level "
    "engine.message engine.orbit engine.position engine.position_text engine.recent "
    "engine.text_page engine.threats engine.words"
)

ROOMS = (
    # The ground: they know nothing of the project but what stands above them here.
    Room("engine/message.py"),
    Room("engine/languages/*.py", "engine.message engine.program", "babel platformdirs"),
    Room("engine/words.py", "engine.message"),
    Room("engine/comments.py", "engine.message engine.program engine.words"),
    Room("engine/errors.py", "engine.message engine.words"),
    Room("engine/printable.py"),
    Room("engine/typed_move.py"),
    Room("engine/program.py"),
    Room("engine/interrupt.py"),
    Room("engine/text_page.py"),
    Room("engine/deferred.py"),
    Room("engine/atomic_write.py", "engine.errors"),
    Room("engine/process/*.py"),
    Room("engine/durations.py"),
    Room("engine/time_control.py", "engine.durations engine.errors"),
    # The contract.
    Room("engine/level.py"),
    Room("engine/orbit.py"),
    Room("engine/mark.py", "engine.deferred"),
    Room("engine/recent.py"),
    # Only for the type of an image: the engine draws nothing.
    Room("engine/pictures.py", "engine.deferred engine.mark", "numpy"),
    Room(
        "engine/game.py",
        "engine.errors engine.level engine.message engine.pictures engine.words",
    ),
    Room("engine/parts.py", "engine.errors"),
    Room("engine/plain_rules.py"),
    Room("engine/position_text.py", "engine.errors engine.game engine.words"),
    Room(
        "engine/position.py",
        "engine.arguments engine.deferred engine.errors engine.game engine.games.registry "
        "engine.integer_actions engine.message engine.orbit engine.parts engine.pictures "
        "engine.plain_rules engine.position_text engine.recent engine.words",
    ),
    # It loads the module ``draft`` of a game's package when a board is set up.
    Room("engine/draft.py", "engine.errors engine.game engine.message engine.words"),
    # So does this with the module ``threats``.
    Room("engine/threats.py", "engine.game engine.message"),
    Room("engine/integer_actions.py", "engine.deferred engine.game", "numpy"),
    Room("engine/perft.py", "engine.arguments engine.game"),
    Room("engine/glicko2.py", "engine.json_values"),
    Room("engine/arguments.py", "engine.errors engine.game engine.integer_actions"),
    Room("engine/json_values.py", "engine.arguments"),
    # Compiled code. One file knows where the user's caches lie, one which games there are.
    Room("engine/native/cache.py", "engine.program", "platformdirs"),
    Room(
        "engine/native/__main__.py",
        "engine.errors engine.games.registry engine.interrupt engine.native engine.program",
    ),
    Room("engine/native/*.py", "engine.errors engine.game engine.parts engine.program", "numpy"),
    # It reads positions as text.
    Room(
        "engine/search/search.py",
        "engine.arguments engine.deferred engine.errors engine.game engine.position engine.search",
    ),
    Room(
        "engine/search/*.py",
        "engine.arguments engine.comments engine.errors engine.game engine.integer_actions "
        "engine.native engine.message engine.parts engine.program engine.recent engine.words",
        "numpy",
    ),
    # The games: none knows another one, and nothing but the registry knows them.
    Room("engine/games/__init__.py"),
    Room("engine/games/entry_points.py"),
    Room("engine/games/registry.py", "engine.errors engine.game engine.program engine.games"),
    Room("engine/learning/interface.py"),
    Room("engine/puzzles/recipe.py", "engine.game"),
    Room(
        "engine/games/*/*.py",
        f"{RULES} engine.learning.interface engine.native engine.puzzles.recipe engine.search "
        f"{OWN}",
        "numpy",
    ),
    Room("engine/__init__.py", "engine.games.registry"),
    # What is built on them.
    Room(
        "engine/learning/*.py",
        "engine.arguments engine.errors engine.game engine.games.registry engine.native "
        "engine.position engine.printable engine.recent engine.search engine.words",
        "numpy",
    ),
    Room(
        "engine/record/*.py",
        "engine.arguments engine.atomic_write engine.deferred engine.errors engine.game "
        "engine.mark "
        "engine.games.registry engine.message engine.pictures engine.position engine.printable "
        "engine.program "
        "engine.text_page engine.time_control engine.words",
        "sgfmill",
    ),
    Room(
        "engine/review/*.py",
        "engine.errors engine.game engine.message engine.puzzles engine.record engine.search "
        "engine.threats",
    ),
    Room(
        "engine/puzzles/*.py",
        "engine.atomic_write engine.deferred engine.errors engine.game engine.games.registry "
        "engine.glicko2 engine.native engine.message engine.record engine.search",
        "numpy",
    ),
    Room("engine/explorer/database.py", "engine.errors"),
    Room(
        "engine/explorer/*.py",
        "engine.errors engine.game engine.message engine.orbit engine.program engine.record "
        "engine.words",
        "filelock",
    ),
    Room(
        "engine/players/*.py",
        "engine.arguments engine.errors engine.game engine.games.entry_points "
        "engine.games.registry engine.native engine.level engine.printable engine.process "
        "engine.program engine.record engine.search engine.threats engine.words",
    ),
    # One file knows the library that speaks to clusters.
    Room("engine/tasks/cluster.py", "engine.program engine.tasks", "dask distributed"),
    Room(
        "engine/tasks/*.py",
        "engine.errors engine.interrupt engine.native engine.program",
    ),
    Room(
        "engine/match/*.py",
        "engine.arguments engine.atomic_write engine.deferred engine.errors engine.game "
        "engine.games.registry engine.interrupt engine.native engine.players engine.record "
        "engine.search engine.tasks engine.time_control engine.words",
    ),
    Room(
        "engine/gtp/*.py",
        "engine.errors engine.game engine.games.registry engine.interrupt engine.level "
        "engine.players engine.program engine.record engine.search engine.time_control",
    ),
    # The viewer without GL: the engine, and the rooms before them.
    Room("viewer/__init__.py"),
    Room("viewer/resources.py"),
    Room("viewer/libraries.py", "engine.errors viewer.resources"),
    Room("viewer/camera/camera.py", "viewer.camera", "numpy pyrr"),
    Room("viewer/camera/*.py", libraries="numpy"),
    Room("viewer/scene/*.py", libraries="numpy"),
    Room("viewer/storage/*.py", "engine viewer.session", "filelock platformdirs"),
    Room("viewer/session/*.py", "engine"),
    # A server asked, for the table and for scripts alike: nothing but Python is needed.
    Room("viewer/remote/*.py", "engine viewer.session viewer.storage"),
    Room("viewer/explorer/*.py", "engine"),
    Room("viewer/lessons/answers.py", "engine viewer.lessons.words"),
    Room("viewer/lessons/texts.py", "engine"),
    Room("viewer/lessons/lesson.py", "engine viewer.lessons.answers viewer.lessons.texts"),
    Room(
        "viewer/lessons/*.py",
        "engine viewer.games.registry viewer.session viewer.storage.paths "
        "viewer.storage.shared_file",
    ),
    Room("viewer/training/*.py", "engine viewer.session viewer.storage.shared_file", "fsrs"),
    Room(
        "viewer/games/*.py",
        "engine viewer.camera viewer.resources viewer.scene",
        "numpy",
    ),
    Room(
        "viewer/table/*.py",
        "engine viewer.camera viewer.games viewer.lessons viewer.remote viewer.scene.apart "
        "viewer.scene.live viewer.session viewer.storage viewer.training",
        "numpy",
    ),
    Room("viewer/assistant/*.py", "engine viewer.games.targets viewer.session viewer.table"),
    Room(
        "viewer/rules/*.py",
        "engine viewer.camera.animation viewer.games.registry viewer.table.playback "
        "viewer.table.shown",
    ),
    # GL. The renderer knows no game and no record.
    Room(
        "viewer/renderer/*.py",
        "engine.errors engine.interrupt viewer.camera viewer.libraries viewer.resources "
        "viewer.scene",
        "moderngl numpy PIL",
    ),
    Room("viewer/fonts/*.py", libraries="numpy PIL"),
    Room("viewer/hud/widgets/pyglet_x11.py", libraries="pyglet"),
    Room("viewer/hud/widgets/pyglet_setup.py", "viewer.hud.widgets.pyglet_x11", "pyglet"),
    Room("viewer/hud/widgets/fallback_fonts.py", "viewer.fonts", "pyglet"),
    Room(
        "viewer/hud/widgets/*.py",
        "engine.message viewer.fonts viewer.renderer.programs viewer.table.text_edit",
        "numpy",
    ),
    Room(
        "viewer/hud/dialogs/*.py",
        "engine.durations engine.errors engine.game engine.games.registry engine.match "
        "engine.message engine.players engine.program engine.review.words engine.search.analysis "
        "engine.time_control viewer.hud.widgets viewer.session viewer.storage "
        "viewer.table.command_keys viewer.table.commands viewer.table.question "
        "viewer.table.shown viewer.table.text_edit",
    ),
    Room(
        "viewer/hud/pages/*.py",
        "engine.comments engine.draft engine.explorer.answers engine.explorer.book engine.game "
        "engine.games.registry engine.message engine.players.levels engine.players.spec "
        "engine.record engine.review.accuracy engine.review.words "
        "engine.search.analysis engine.search.result engine.threats "
        "viewer.games.info viewer.games.words viewer.hud.dialogs viewer.hud.pages.toolbar "
        "viewer.hud.help_state "
        "viewer.hud.layout viewer.hud.model viewer.hud.widgets viewer.hud.words "
        "viewer.lessons.state viewer.remote.view viewer.rules viewer.session "
        "viewer.table.clocks viewer.table.command_keys viewer.table.commands viewer.table.example "
        "viewer.table.keys "
        "viewer.table.news viewer.table.review viewer.table.shown viewer.table.text_edit "
        "viewer.training.state viewer.training.words",
    ),
    Room(
        "viewer/hud/*.py",
        "engine.game engine.message engine.record viewer.assistant.display viewer.explorer.view "
        "viewer.games.info "
        "viewer.games.registry viewer.games.targets viewer.rules viewer.session "
        "viewer.storage.settings "
        "viewer.table.playback viewer.table.hover.notches viewer.table.shown "
        "viewer.table.text_edit",
    ),
    Room(
        "viewer/export/page/*.py",
        "engine.comments engine.errors engine.game engine.message engine.printable engine.program "
        "engine.record engine.threats viewer.camera viewer.export.figure viewer.export.images "
        "viewer.games viewer.renderer viewer.resources viewer.scene viewer.sound.taking",
        "numpy",
    ),
    Room(
        "viewer/export/model/meshing.py",
        "engine.program viewer.export.model.formats viewer.scene",
        "manifold3d numpy",
    ),
    Room(
        "viewer/export/model/files.py",
        "engine.game engine.program viewer.export.model viewer.games.registry viewer.scene",
    ),
    Room(
        "viewer/export/model/*.py",
        "engine.errors engine.program viewer.renderer.errors viewer.renderer.style viewer.scene",
        "numpy",
    ),
    Room(
        "viewer/export/film/*.py",
        "engine.atomic_write engine.comments engine.errors engine.game engine.message "
        "engine.pictures engine.program engine.record viewer.camera viewer.export "
        "viewer.games.registry viewer.hud.widgets.items viewer.fonts viewer.renderer viewer.scene "
        "viewer.table.lighting viewer.table.playback viewer.table.shown",
        "imageio_ffmpeg numpy PIL",
    ),
    Room("viewer/export/figure/pdf.py", "engine.program viewer.export.figure", "numpy reportlab"),
    Room(
        "viewer/export/line.py",
        "engine.comments engine.errors engine.game engine.printable engine.record",
    ),
    Room(
        "viewer/export/framing.py",
        "engine.game engine.pictures viewer.camera.camera viewer.export.images "
        "viewer.games.registry viewer.scene",
    ),
    Room(
        "viewer/export/jobs.py",
        "engine.atomic_write engine.pictures engine.record viewer.camera.camera viewer.export "
        "viewer.renderer.style viewer.scene",
    ),
    Room(
        "viewer/export/worker.py",
        "engine.errors viewer.export.jobs viewer.renderer.errors",
    ),
    Room(
        "viewer/export/pictures.py",
        "engine.arguments engine.atomic_write engine.game engine.pictures engine.record "
        "viewer.camera.camera viewer.export viewer.games.registry viewer.renderer viewer.scene",
        "numpy",
    ),
    Room(
        "viewer/export/documents.py",
        "engine.arguments engine.atomic_write engine.game engine.pictures engine.record "
        "viewer.export viewer.games.registry viewer.scene",
        "tqdm",
    ),
    Room(
        "viewer/export/notebook.py",
        "engine.errors engine.game engine.match.series engine.record engine.search.search",
    ),
    Room(
        "viewer/export/*.py",
        "engine.errors viewer.camera viewer.renderer viewer.scene",
        "numpy PIL",
    ),
    # The window. Its parts know the desk, and the desk none of them; the app knows all.
    Room(
        "viewer/window/window.py",
        "engine.errors engine.program viewer.hud.widgets.pyglet_setup",
    ),
    Room(
        "viewer/window/desk.py",
        "engine.errors engine.program viewer.games.registry viewer.hud viewer.lessons.session "
        "viewer.renderer.errors viewer.session viewer.storage viewer.table.input "
        "viewer.table.shown viewer.table.question viewer.table.warnings viewer.training.session "
        "viewer.window.window",
    ),
    Room("viewer/sound/*.py", "engine.errors", "numpy"),
    Room(
        "viewer/window/notifications.py",
        "engine.program viewer.hud.widgets.pyglet_setup viewer.sound.waves viewer.table.shown "
        "viewer.window.desk",
    ),
    Room(
        "viewer/window/sounds.py",
        "viewer.hud.widgets.pyglet_setup viewer.session viewer.sound viewer.window.desk",
    ),
    Room(
        "viewer/window/online_*.py",
        "engine.durations engine.errors engine.games.registry engine.message engine.program "
        "viewer.hud.dialogs viewer.hud.pages.game_card viewer.remote "
        "viewer.storage.library_cards viewer.table.command_keys viewer.table.commands "
        "viewer.table.shown "
        "viewer.table.words viewer.window.desk viewer.window.notifications "
        "viewer.window.online_games viewer.window.online_requests "
        "viewer.window.records.record_switch",
    ),
    Room(
        "viewer/window/tournaments.py",
        "engine.atomic_write engine.errors engine.games.registry engine.match engine.record "
        "viewer.hud.dialogs viewer.session viewer.storage viewer.table.command_keys "
        "viewer.window.desk viewer.window.records",
    ),
    Room("viewer/window/records/native_dialogs.py"),
    Room(
        "viewer/window/records/moments.py",
        "engine.game engine.message engine.record engine.review engine.search.analysis "
        "viewer.assistant.assistant viewer.games.targets viewer.hud viewer.session "
        "viewer.table.command_keys viewer.table.lines viewer.table.shown viewer.window.desk",
    ),
    Room(
        "viewer/window/records/*.py",
        "engine.draft engine.errors engine.explorer.answers engine.game engine.games.registry "
        "engine.message engine.players.levels engine.players.spec engine.puzzles engine.record "
        "engine.time_control "
        "viewer.assistant.assistant viewer.assistant.background viewer.games.registry "
        "viewer.games.samples viewer.hud.dialogs viewer.lessons viewer.session viewer.storage "
        "viewer.table.command_keys viewer.table.news viewer.table.question viewer.table.warnings "
        "viewer.training viewer.window.desk",
    ),
    Room(
        "viewer/window/input/*.py",
        "engine.errors viewer.assistant.assistant viewer.hud viewer.lessons.session viewer.session "
        "viewer.table.commands "
        "viewer.table.keys viewer.table.lines viewer.table.prompt viewer.table.rating "
        "viewer.window.desk "
        "viewer.window.records.clipboard viewer.window.scheduler viewer.window.window",
    ),
    Room(
        "viewer/window/drawing/*.py",
        "engine.errors engine.game engine.games.registry engine.record engine.threats "
        "viewer.camera viewer.games viewer.hud "
        "viewer.renderer viewer.rules viewer.scene viewer.storage.last_position "
        "viewer.table.shown viewer.window.window",
        "moderngl numpy",
    ),
    Room(
        "viewer/window/sharing/*.py",
        "engine.atomic_write engine.errors engine.message engine.pictures engine.process "
        "engine.program engine.record "
        "viewer.camera viewer.export viewer.games.registry viewer.hud viewer.renderer viewer.scene "
        "viewer.session viewer.storage.settings viewer.table.command_keys viewer.table.question "
        "viewer.window.canvas "
        "viewer.window.desk viewer.window.records viewer.window.snapshot",
        "numpy",
    ),
    Room(
        "viewer/window/*.py",
        "engine.atomic_write engine.errors engine.explorer engine.game engine.games.registry "
        "engine.printable engine.program engine.record.marks engine.time_control "
        "viewer.assistant viewer.camera "
        "viewer.explorer viewer.export viewer.games.info viewer.games.registry viewer.hud "
        "viewer.renderer viewer.rules viewer.scene viewer.session viewer.storage "
        "viewer.table.command_keys viewer.table.commands viewer.table.context "
        "viewer.table.lesson_commands "
        "viewer.table.lines viewer.table.shown viewer.table.training_commands "
        "viewer.table.trial",
        "moderngl numpy",
    ),
    Room(
        "viewer/cli/*.py",
        "engine viewer.camera.camera viewer.export viewer.games.registry viewer.games.view "
        "viewer.libraries viewer.renderer.style viewer.rules viewer.scene viewer.session "
        "server.operation.administration server.announcements server.operation.checking "
        "server.operation.inviting server.operation.logs server.mail.service "
        "server.operation.moving server.recall server.operation.settings "
        "server.operation.startup viewer.remote viewer.storage.explorer "
        "viewer.storage.language viewer.storage.own_ratings viewer.storage.settings "
        "viewer.storage.tournaments viewer.window.app",
        "tqdm",
    ),
    # The server: its ground, which knows nothing but the words of the engine.
    Room("server/__init__.py"),
    Room("server/errors.py", "engine.errors engine.message"),
    Room("server/infrastructure/*.py", "server.errors"),
    Room("server/policy.py"),
    Room("server/operation/__init__.py"),
    Room("server/operation/logs.py", "engine.program server.infrastructure"),
    # The database, alone in knowing which one it is; what is written and counted in it.
    Room("server/database/schema.py", libraries="sqlalchemy"),
    Room("server/database/connect.py", "engine.program server.database server.errors", "psycopg"),
    Room(
        "server/database/sqlite.py",
        "engine.message server.database server.errors server.infrastructure",
        "sqlalchemy",
    ),
    Room(
        "server/database/migrations.py",
        "engine.errors engine.games.registry engine.message engine.program server.database "
        "server.errors",
        "sqlalchemy",
    ),
    Room(
        "server/database/postgresql.py",
        "engine.program server.database server.errors server.infrastructure",
        "psycopg sqlalchemy",
    ),
    Room(
        "server/database/*.py",
        "engine.message server.errors server.infrastructure",
        "sqlalchemy",
    ),
    Room("server/tournaments/endings.py", "engine.message"),
    Room(
        "server/recall.py",
        "engine.games.registry engine.message engine.words server.errors server.play.words "
        "server.tournaments.endings",
    ),
    Room("server/events.py", "server.database server.recall", "sqlalchemy"),
    Room(
        "server/limits.py",
        "server.database engine.durations server.errors server.policy",
        "sqlalchemy",
    ),
    Room(
        "server/announcements.py",
        "engine.message engine.printable server.database server.errors",
        "sqlalchemy",
    ),
    Room("server/operation/gauges.py", "server.database", "sqlalchemy"),
    # The rules of tournaments and ladders: nothing but numbers.
    Room("server/pairing/*.py", "engine.durations engine.match.round_robin", "rustworkx"),
    # Accounts, and games. A board knows nothing of the web, nor of who thinks on it.
    Room("server/people/turns.py", "server.infrastructure"),
    Room("server/people/mail_addresses.py", libraries="idna"),
    Room(
        "server/people/puzzles.py",
        "engine.glicko2 engine.puzzles server.database server.people.accounts",
        "sqlalchemy",
    ),
    Room(
        "server/people/*.py",
        "engine.durations engine.games.registry engine.glicko2 engine.level engine.printable "
        "engine.program server.database server.errors server.events "
        "server.limits server.policy server.infrastructure",
        "argon2 confusable_homoglyphs pyotp sqlalchemy zxcvbn",
    ),
    Room("server/play/words.py", "engine.message"),
    Room("server/play/clocks.py", "engine.durations engine.time_control server.errors"),
    Room(
        "server/play/downtime.py",
        "server.database server.infrastructure server.play.match",
        "sqlalchemy",
    ),
    Room(
        "server/play/*.py",
        "engine.errors engine.game engine.games.registry engine.position engine.printable "
        "engine.players.levels engine.program engine.record server.database engine.durations "
        "server.errors server.events server.infrastructure server.limits server.people "
        "server.policy server.recall",
        "sqlalchemy",
    ),
    # Tournaments: boards and accounts, and no web.
    Room(
        "server/tournaments/*.py",
        "engine.durations engine.game engine.games.registry engine.glicko2 engine.message "
        "engine.printable server.database server.errors server.limits server.pairing "
        "server.people server.play",
        "sqlalchemy",
    ),
    # Analyses: asked for, queued as the computer's moves are, and told.
    Room(
        "server/analysis/*.py",
        "engine.comments engine.durations engine.errors engine.game engine.message "
        "engine.position engine.record engine.review engine.search.analysis engine.words "
        "server.infrastructure server.database server.errors server.events server.limits "
        "server.play server.thinking.job_queue",
        "sqlalchemy",
    ),
    Room(
        "server/commands/*.py",
        "engine.errors engine.game engine.games.registry engine.record engine.review.words "
        "engine.typed_move "
        "server.database engine.durations server.errors server.limits server.people server.play "
        "server.recall server.tournaments viewer.games.registry viewer.rules.book "
        "viewer.rules.plain",
        "sqlalchemy",
    ),
    Room(
        "server/operation/heartbeat.py",
        "server.announcements server.database.store engine.durations server.errors "
        "server.play.downtime",
    ),
    # What machines watch: the state of a process, and numbers.
    Room("server/operation/vitals.py", "server.operation.heartbeat server.infrastructure"),
    Room(
        "server/operation/metrics.py",
        "engine.program server.database server.errors server.operation.gauges "
        "server.infrastructure server.operation.vitals",
        "prometheus_client",
    ),
    # Mail: read and written. It knows games and commands, and no page.
    Room(
        "server/push/*.py",
        "engine.durations server.database server.errors server.limits server.people.preferences "
        "server.play.match server.infrastructure",
        "cryptography py_vapid pywebpush sqlalchemy",
    ),
    Room("server/mail/plain_text.py"),
    Room(
        "server/mail/parsing.py",
        "engine.program server.mail.plain_text server.people.mail_addresses",
    ),
    Room(
        "server/mail/*.py",
        "engine.errors engine.game engine.level engine.message engine.printable engine.program "
        "engine.typed_move "
        "engine.words server.commands server.database engine.durations server.errors server.limits "
        "server.people server.play server.recall engine.atomic_write server.thinking.pictures "
        "server.infrastructure server.operation.vitals viewer.resources",
        "aiosmtpd sqlalchemy",
    ),
    # What a page draws: the viewer's scenes, without GL and without a database.
    Room(
        "server/scenes/*.py",
        "engine.errors engine.game engine.games.registry engine.record server.errors "
        "server.play.position_cache viewer.camera viewer.export.page viewer.games viewer.scene",
        "numpy",
    ),
    # The one way out to processes: a level thinks in one, and only who hands it boards knows.
    Room(
        "server/thinking/pictures.py",
        "engine.errors engine.game engine.games.registry engine.printable engine.record "
        "server.thinking.worker_process viewer.export.figure viewer.export.page "
        "viewer.games.registry viewer.scene.live",
    ),
    Room(
        "server/thinking/animation.py",
        "engine.game engine.games.registry viewer.export.figure viewer.export.film.animated "
        "viewer.games.registry viewer.scene.live",
        "numpy",
    ),
    Room(
        "server/thinking/advice.py",
        "engine.game engine.games.registry engine.message engine.players engine.review.proof "
        "engine.review.reasons engine.review.words engine.search.result viewer.games.registry "
        "viewer.games.targets",
    ),
    Room("server/thinking/worker_process.py", "engine.interrupt server.infrastructure"),
    Room(
        "server/thinking/review_job.py",
        "engine.game engine.games.registry engine.record engine.review engine.search",
    ),
    Room("server/thinking/job_queue.py", "server.database", "sqlalchemy"),
    Room("server/thinking/search_job.py", "engine.game engine.games.registry engine.players"),
    Room(
        "server/thinking/*.py",
        "engine.errors engine.interrupt engine.native server.analysis server.database "
        "server.errors server.infrastructure server.play server.web.service",
        "sqlalchemy",
    ),
    Room(
        "server/web/service.py",
        "engine.game server.announcements server.commands.runner server.database.store "
        "server.events server.infrastructure server.operation.vitals "
        "server.mail.incoming.inbound server.people.password_checks "
        "server.play.position_cache server.thinking.advice server.thinking.worker_process "
        "server.web.thread_bridge server.web.noscript.drawings server.web.seek_rows",
        "starlette",
    ),
    Room("server/web/app.py", "server", "starlette"),
    Room(
        "server/web/board_page.py",
        "engine.errors engine.game server.database.store server.errors server.people server.play "
        "server.web viewer.export.page viewer.games.registry viewer.resources viewer.sound.waves",
        "starlette",
    ),
    Room(
        "server/web/mail_page.py",
        "server.errors server.mail.addresses server.mail.words server.web",
        "starlette",
    ),
    Room(
        "server/web/pages/privacy.py",
        "engine.durations server.analysis.requests server.infrastructure server.limits "
        "server.mail server.people server.web",
        "starlette",
    ),
    Room(
        "server/web/pages/*.py",
        "engine server.announcements server.commands.registry server.database "
        "engine.durations server.errors server.limits server.pairing server.people "
        "server.play server.recall server.infrastructure server.scenes "
        "server.thinking.pictures server.tournaments server.web viewer.export.page.document "
        "viewer.export.page.modules viewer.games.registry viewer.lessons viewer.resources "
        "viewer.rules",
        "jinja2 markupsafe segno sqlalchemy starlette",
    ),
    Room(
        "server/web/noscript/drawings.py",
        "engine.game server.errors server.infrastructure server.thinking.pictures",
    ),
    Room(
        "server/web/noscript/*.py",
        "engine.errors engine.typed_move server.database.store server.errors server.limits "
        "server.play server.infrastructure server.scenes server.thinking.advice "
        "server.thinking.pictures server.web",
        "starlette",
    ),
    # Other sites: what a public board's link, picture and frame are for them.
    Room(
        "server/web/sharing/*.py",
        "engine.program server.database.store server.errors server.limits server.play "
        "server.thinking.animation server.thinking.pictures server.web",
        "markupsafe starlette",
    ),
    Room("server/web/health.py", "server.operation.vitals server.web.service", "starlette"),
    Room(
        "server/web/measured.py",
        "engine.printable server.operation.metrics server.web.authentication server.web.service",
        "starlette",
    ),
    Room(
        "server/web/connections.py",
        "engine.program server.infrastructure server.limits",
        "h11 uvicorn",
    ),
    Room("server/web/http_limits.py", "server.web.connections", "uvicorn"),
    Room(
        "server/web/api/notifications.py",
        "server.database server.push server.infrastructure server.web",
        "starlette",
    ),
    Room(
        "server/web/hints.py",
        "server.analysis server.database.store server.errors server.limits server.play "
        "server.thinking.advice server.web",
        "starlette",
    ),
    Room(
        "server/web/board_rows.py",
        "engine server.database.store engine.durations server.people server.play server.recall "
        "server.web.authentication server.web.pages.wording",
        "markupsafe",
    ),
    Room(
        "server/web/*.py",
        "engine server.analysis server.commands server.database server.errors server.events "
        "server.infrastructure server.limits server.pairing server.people server.play "
        "server.recall server.scenes server.tournaments",
        "jinja2 sqlalchemy starlette",
    ),
    Room(
        "server/operation/configuration.py",
        "server.errors server.limits server.mail server.people server.policy server.push",
    ),
    Room(
        "server/operation/settings.py",
        "server.operation.configuration server.database.private_files server.errors server.limits "
        "server.operation.logs server.mail.service "
        "server.web.connections viewer.storage.paths",
    ),
    Room(
        "server/operation/alone.py",
        "server.errors server.operation.settings viewer.storage.paths",
    ),
    Room(
        "server/operation/moving.py",
        "server.operation.alone server.database server.errors server.operation.logs "
        "server.operation.settings",
        "sqlalchemy",
    ),
    Room(
        "server/operation/checking.py",
        "engine.durations engine.printable engine.program server.database server.errors "
        "server.mail.service server.operation.settings server.operation.vitals",
        "sqlalchemy",
    ),
    Room("server/operation/links.py", "server.database server.operation.settings", "sqlalchemy"),
    Room(
        "server/operation/inviting.py",
        "engine.printable server.database server.operation.links server.people "
        "server.operation.settings",
    ),
    Room(
        "server/operation/administration.py",
        "server.announcements server.commands.accounts server.database server.errors "
        "server.operation.links server.people server.play server.operation.settings "
        "server.infrastructure",
    ),
    Room(
        "server/operation/startup.py",
        "engine.program server.operation.alone server.operation.checking "
        "server.infrastructure server.database server.errors server.limits "
        "server.operation.logs server.operation.links server.mail server.operation.metrics "
        "server.people server.operation.heartbeat server.operation.settings "
        "server.operation.vitals server.web",
        "starlette uvicorn uvloop",
    ),
    # The contract that games meet, tested: from the engine, and for views without GL.
    Room(
        "testing/views.py",
        "engine testing viewer.camera viewer.games viewer.resources viewer.scene",
        "numpy",
    ),
    Room("testing/__init__.py", "engine.game testing viewer.games.view"),
    Room("testing/*.py", "engine", "numpy"),
    # Data.
    Room("shaders/*.py"),
    Room("assets/*.py"),
)
