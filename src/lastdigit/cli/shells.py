"""The command that teaches a shell to complete ours: `completion`."""

from __future__ import annotations

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words

WORDS = "--words"
"""How the scripts ask: then come the words so far, the last of which is to be completed."""

BASH = """\
_lastdigit() {
    local IFS=$'\\n'
    COMPREPLY=($("$1" completion --words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _lastdigit lastdigit
"""
ZSH = """\
#compdef lastdigit
_lastdigit() {
    local -a found
    local line
    while IFS= read -r line; do
        found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
    done < <("${words[1]}" completion --words "${(@)words[2,CURRENT]}" 2>/dev/null)
    if (( $#found )); then
        _describe -V lastdigit found
    else
        _files
    fi
}
if [ "$funcstack[1]" = _lastdigit ]; then
    _lastdigit
else
    compdef _lastdigit lastdigit
fi
"""
FISH = """\
function __lastdigit
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($before[1] completion --words $before[2..-1] "$current" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c lastdigit -f -k -a '(__lastdigit)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion_parser() -> Parser:
    """Return the parser of `completion`."""
    parser = parsers.command_parser(
        "completion",
        "Print a script by which a shell completes commands, games, options and their values.\n"
        "To use it, put into your start-up file:\n\n"
        '  bash  eval "$(lastdigit completion bash)"     in ~/.bashrc\n'
        '  zsh   eval "$(lastdigit completion zsh)"      in ~/.zshrc, after compinit\n'
        "  fish  lastdigit completion fish | source      in ~/.config/fish/config.fish",
        "lastdigit completion bash",
        takes="SHELL",
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS), metavar="SHELL", help="bash, zsh or fish")
    return parser


def completion(words: Words) -> int:
    if words[:1] == [WORDS]:
        from lastdigit.cli.candidates import candidates

        for candidate in candidates(words[1:]):
            print(f"{candidate.word}\t{candidate.about}")
        return 0
    arguments = completion_parser().parse(words)
    print(SCRIPTS[arguments.shell], end="")
    return 0
