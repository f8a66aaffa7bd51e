#!/usr/bin/env bash
# What the action runs: each command with its annotations, a job summary, and one comment in the pull request.
# Everything that people set is in variables TOOLC_*, and nothing of it is ever run. Bash 3.2 (macOS) will do.
set -uo pipefail
read -r -a commands <<< "$TOOLC_COMMANDS"
read -r -a paths <<< "$TOOLC_PATHS"
read -r -a arguments <<< "$TOOLC_ARGUMENTS"
more=(${arguments[@]+"${arguments[@]}"})
places=("") # what `diff` takes one by one
[ -z "${paths[*]-}" ] || places=("${paths[@]}")
status=0
report="$RUNNER_TEMP/toolc-report.md"
: > "$report"

# Runs one command; the worst exit status counts.
toolc() {
  "$TOOLC" "$@" ${more[@]+"${more[@]}"}
  local ended=$?
  [ "$ended" -le "$status" ] || status=$ended
  return "$ended"
}

# Prints what the tools are compared with: the merge base of a pull request, else the commit before.
base() {
  local branch="${GITHUB_BASE_REF:-}" shallow
  if [ -z "$branch" ]; then
    git rev-parse --quiet --verify 'HEAD^' && return
    git fetch --quiet --no-tags --deepen=1 2>/dev/null && git rev-parse --quiet --verify 'HEAD^'
    return
  fi
  local there="refs/remotes/origin/$branch"
  git fetch --quiet --no-tags origin "+refs/heads/$branch:$there" 2>/dev/null
  git merge-base "$there" HEAD 2>/dev/null && return
  shallow=$(git rev-parse --is-shallow-repository)
  [ "$shallow" = true ] && git fetch --quiet --no-tags --unshallow origin && git fetch --quiet --no-tags origin "+refs/heads/$branch:$there"
  git merge-base "$there" HEAD
}

# Compares, with annotations; what is for people goes to the report.
compare() {
  local against="$TOOLC_AGAINST" commit path ended=0
  if [ -z "$against" ]; then
    if ! commit=$(base) || [ -z "$commit" ]; then
      echo "::notice title=toolc::there is no earlier commit to compare with"
      return
    fi
    against="git:$commit"
  fi
  for path in "${places[@]}"; do
    toolc diff "$against" ${path:+"$path"} --output-format github || ended=1
    "$TOOLC" diff "$against" ${path:+"$path"} --output-format markdown --semver ${more[@]+"${more[@]}"} >> "$report" 2>/dev/null
    echo >> "$report"
  done
  echo "breaking=$([ "$ended" = 0 ] && echo false || echo true)" >> "$GITHUB_OUTPUT"
  [ "$TOOLC_COMMENT" != true ] || [ -z "$TOOLC_PULL_REQUEST" ] || comment
  return "$ended"
}

# Writes the report as a comment, in place of the one of an earlier run. A token that may not (of a fork) is no failure.
comment() {
  export TOOLC_MARK="<!-- toolc: ${TOOLC_FOLDER//[^A-Za-z0-9._\/-]/_} -->"
  local body="$RUNNER_TEMP/toolc-comment.md" all="repos/$GITHUB_REPOSITORY/issues/$TOOLC_PULL_REQUEST/comments" mine
  { echo "$TOOLC_MARK"; cat "$report"; } > "$body"
  if [ "$(wc -c < "$body")" -gt 60000 ]; then # GitHub takes 65,536 characters
    { echo "$TOOLC_MARK"; echo "The contract of tools changes in more places than fit here: see the summary of the job."; } > "$body"
  fi
  mine=$(gh api --paginate "$all?per_page=100" \
    --jq '.[] | select(.user.type == "Bot" and (.body | startswith(env.TOOLC_MARK))) | .id' 2>/dev/null | head -n 1)
  if [ -n "$mine" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$mine" --field "body=@$body" --silent
  elif grep -q '^| ' "$report"; then # nothing changed, and nothing was said before: no comment
    gh api --method POST "$all" --field "body=@$body" --silent
  fi || echo "::notice title=toolc::the comment could not be written; the summary of the job has it"
}

for command in ${commands[@]+"${commands[@]}"}; do
  said=passed
  case "$command" in
    generate) toolc generate ${paths[@]+"${paths[@]}"} --check --quiet --output-format github || said=failed ;;
    check) toolc check ${paths[@]+"${paths[@]}"} --quiet --output-format github || said=failed ;;
    lock)
      for path in "${places[@]}"; do
        toolc diff toolc.lock ${path:+"$path"} --category pin --output-format github || said=failed
      done
      ;;
    diff) compare || said=failed ;;
    *)
      echo "::error title=toolc::there is no command \"${command//[^a-z]/}\"; there are generate, check, lock and diff"
      exit 2
      ;;
  esac
  echo "- \`toolc $command\`: $said" >> "$GITHUB_STEP_SUMMARY"
done
echo >> "$GITHUB_STEP_SUMMARY"
cat "$report" >> "$GITHUB_STEP_SUMMARY"
exit "$status"
