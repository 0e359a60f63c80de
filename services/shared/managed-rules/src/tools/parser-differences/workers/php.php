<?php
// Answers what PHP hands to an application of the request that FastCGI has brought: names and values, files' contents aside.
error_reporting(0);

$found = [];
$take = function ($value) use (&$found, &$take) {
    if (is_array($value)) {
        foreach ($value as $name => $member) {
            $found[] = (string) $name;
            $take($member);
        }
    } elseif (is_string($value)) {
        $found[] = $value;
    }
};

$answers = [];
switch ($_SERVER['HTTP_X_KIND']) {
    case 'query':
        $take($_GET);
        break;
    case 'cookies':
        $take($_COOKIE);
        break;
    case 'json':
        $take(json_decode(file_get_contents('php://input'), true));
        break;
    default:
        $take($_POST);
        foreach ($_FILES as $name => $file) {
            $found[] = (string) $name;
            $take($file['name']);
            $take($file['full_path']);
        }
}
// Bytes, each as a character of its own.
$answers = array_map('utf8_encode', $found);
echo json_encode(['version' => PHP_VERSION, 'values' => $answers]);
